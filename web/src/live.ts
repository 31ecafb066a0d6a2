// The log as it grows: one stream for the whole page, resumed where it ended, each event once.
import { useEffect, useRef, useState } from 'preact/hooks';

import { get } from './api';
import { heardTime } from './clock';
import { parse } from './json';
import { ServerSent, type Sent } from './server_sent';
import type { Health, LogEvent, LogPage } from './types';

export type Connection = 'connecting' | 'live' | 'reconnecting';
type Listener = (events: LogEvent[]) => void;

/** Events that are kept for views that open later. */
const kept = 2000;
const past = 1000;
/** The screen need not change more often. */
const breath = 80;
const silence = 25_000;
/** A browser has six connections to a host, for all its tabs: one that nobody looks at gives its own back. */
const unseen = 5000;

class Live {
  connection: Connection = 'connecting';
  recent: LogEvent[] = [];
  /** Times that the log had lost events before they were read here. */
  trims = 0;
  private position: number | undefined;
  private waiting: LogEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  start(): void {
    if (this.running) return;
    this.running = new AbortController();
    void this.run(this.running.signal);
  }

  stop(): void {
    this.running?.abort();
    this.running = undefined;
    this.position = undefined;
    this.recent = [];
    this.waiting = [];
  }

  private async run(stopped: AbortSignal): Promise<void> {
    for (let pause = 250; !stopped.aborted; pause = Math.min(pause * 2, 4000)) {
      try {
        await whileHidden(stopped);
        if (this.position === undefined || (await this.isFarBehind())) await this.readPast();
        if (await this.follow(stopped)) pause = 125;
      } catch {
        // Whatever it was, the stream is opened again where it ended.
      }
      if (stopped.aborted) return;
      this.become(document.hidden ? 'connecting' : 'reconnecting');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** What happened lately, so that the page does not begin empty. */
  private async readPast(): Promise<void> {
    const health = await get<Health>('/v1/health');
    heardTime(health.now);
    const after = Math.max(health.first - 1, health.last - past, 0);
    const page = await get<LogPage>(`/v1/events?after=${after}&limit=${past}`);
    this.recent = [];
    this.waiting = [];
    this.position = after;
    page.events.forEach((event) => this.take(event));
    this.position = Math.max(page.next, after);
  }

  /** More happened than is kept here: to hear all of it would only take time. */
  private async isFarBehind(): Promise<boolean> {
    const { last } = await get<Health>('/v1/health');
    return last - this.position! > kept;
  }

  /** Until the stream ends. True if it had begun. */
  private async follow(stopped: AbortSignal): Promise<boolean> {
    const ended = new AbortController();
    const giveUp = () => ended.abort();
    stopped.addEventListener('abort', giveUp);
    let watchdog = setTimeout(giveUp, silence);
    const forget = onceUnseen(giveUp);
    try {
      const response = await fetch(`/v1/events/stream?keep_alive=10&after=${this.position}`, {
        headers: { Accept: 'text/event-stream' },
        signal: ended.signal,
      });
      // The log does not reach that far: it is another store now.
      if (response.status === 400) this.position = undefined;
      if (!response.ok || !response.body) return false;
      this.become('live');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const stream = new ServerSent();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return true;
        clearTimeout(watchdog);
        watchdog = setTimeout(giveUp, silence);
        stream.feed(value).forEach((sent) => this.hear(sent));
      }
    } finally {
      clearTimeout(watchdog);
      forget();
      stopped.removeEventListener('abort', giveUp);
      ended.abort();
    }
  }

  private hear(sent: Sent): void {
    if (sent.event === 'log.trimmed') this.trims++;
    else if (sent.event !== '' && sent.event !== 'stream.overrun') this.take(parse(sent.data) as LogEvent);
    if (sent.id !== '') this.position = Math.max(this.position ?? 0, Number(sent.id));
  }

  private take(event: LogEvent): void {
    if (this.position !== undefined && event.position <= this.position) return;
    this.position = event.position;
    this.waiting.push(event);
    this.timer ??= setTimeout(() => this.tell(), breath);
  }

  private tell(): void {
    this.timer = undefined;
    const events = this.waiting;
    this.waiting = [];
    this.recent = this.recent.concat(events).slice(-kept);
    this.listeners.forEach((listener) => listener(events));
  }

  private become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.watchers.forEach((watcher) => watcher());
  }
}

/** Resolves when the page can be seen. */
function whileHidden(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !stopped.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stopped.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Calls when the page has been hidden for a while; the answer calls it off. */
function onceUnseen(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(then, unseen);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

export const live = new Live();

export function useConnection(): Connection {
  const [connection, setConnection] = useState(live.connection);
  useEffect(() => {
    const look = () => setConnection(live.connection);
    look();
    return live.watch(look);
  }, []);
  return connection;
}

/** Calls with every batch of events, as long as the component is there. */
export function useEvents(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => live.listen((events) => latest.current(events)), []);
}
