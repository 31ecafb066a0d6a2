// What a view shows: read once, and again when the log says that it may have changed.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import type { Problem } from './api';
import { live } from './live';
import type { LogEvent } from './types';

export interface Loaded<T> {
  value: T | undefined;
  problem: Problem | undefined;
  reload: () => void;
}

export interface When {
  /** Events after which it is read again. */
  on?: (event: LogEvent) => boolean;
  /** And after that many milliseconds, for what the log does not tell. */
  every?: number;
}

const shortest = 800;

/** What costs the daemon much is asked for less often. */
function pauseAfter(took: number): number {
  return Math.max(shortest, took * 5);
}

/** `key` names what is read: another key, another value. Never two reads of it at once. */
export function useLoad<T>(key: string, read: (signal: AbortSignal) => Promise<T>, when: When = {}): Loaded<T> {
  const [state, setState] = useState<{ key: string; value?: T; problem?: Problem }>({ key });
  const latest = useRef({ read, when });
  latest.current = { read, when };
  const ask = useRef<() => void>(() => undefined);

  useEffect(() => {
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = false;
    let wanted = false;
    let earliest = 0;

    const run = async () => {
      timer = undefined;
      reading = true;
      wanted = false;
      const began = performance.now();
      try {
        const value = await latest.current.read(stopped.signal);
        if (!stopped.signal.aborted) setState({ key, value });
      } catch (error) {
        // What was read before is still worth showing.
        if (!stopped.signal.aborted) setState((old) => ({ ...old, key, problem: error as Problem }));
      }
      reading = false;
      earliest = performance.now() + pauseAfter(performance.now() - began);
      if (stopped.signal.aborted) return;
      if (wanted) soon();
      else if (latest.current.when.every) timer = setTimeout(run, latest.current.when.every);
    };
    const soon = () => {
      wanted = true;
      if (reading) return;
      clearTimeout(timer);
      timer = setTimeout(run, Math.max(0, earliest - performance.now()));
    };
    ask.current = () => {
      earliest = 0;
      soon();
    };
    void run();
    const deaf = live.listen((events) => {
      const { on } = latest.current.when;
      if (on && events.some(on)) soon();
    });
    const unwatched = live.watch(() => live.connection === 'live' && soon());
    return () => {
      stopped.abort();
      clearTimeout(timer);
      deaf();
      unwatched();
    };
  }, [key]);

  const mine = state.key === key;
  return {
    value: mine ? state.value : undefined,
    problem: mine ? state.problem : undefined,
    reload: useCallback(() => ask.current(), []),
  };
}

/** Whether the event is about one of these nouns: about('task', 'agent'). */
export function about(...nouns: string[]): (event: LogEvent) => boolean {
  return (event) => nouns.some((noun) => event.event_type.startsWith(`${noun}.`));
}
