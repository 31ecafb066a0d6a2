// What the log tells about one agent or task. A read of the log examines a thousand events, so long logs are not read from
// their beginning.
import { get, query } from './api';
import type { LogEvent, LogPage, Task } from './types';

const page = 1000;
const mostPages = 20;

export interface Story {
  events: LogEvent[];
  /** False: the log was not read far enough to have all. */
  whole: boolean;
}

/** The latest events of an agent, oldest first: reads backwards until there are enough. */
export async function latestOf(agent: string, wanted: number, signal: AbortSignal): Promise<Story> {
  const end = await get<LogPage>('/v1/events?limit=1', signal);
  let events: LogEvent[] = [];
  let from = end.last;
  for (let i = 0; i < mostPages && events.length < wanted && from >= end.first && from > 0; i++) {
    const until = from;
    from = Math.max(0, until - page);
    const read = await get<LogPage>(`/v1/events${query({ after: from, agent, limit: page })}`, signal);
    events = [...read.events.filter((event) => event.position <= until), ...events];
  }
  return { events, whole: from < end.first || from === 0 };
}

/** All events of a task: begins where the log was when it was submitted. */
export async function storyOf(task: Task, signal: AbortSignal): Promise<Story> {
  const end = await get<LogPage>('/v1/events?limit=1', signal);
  const events: LogEvent[] = [];
  let after = await positionBefore(task.created_at, end, signal);
  for (let i = 0; i < mostPages; i++) {
    const read = await get<LogPage>(`/v1/events${query({ after, task: task.id, limit: page })}`, signal);
    events.push(...read.events);
    after = read.next;
    if (after >= read.last) return { events, whole: true };
  }
  return { events, whole: false };
}

/** A position whose event is older than `at`, found by halving. */
async function positionBefore(at: string, log: LogPage, signal: AbortSignal): Promise<number> {
  let low = Math.max(0, log.first - 1);
  let high = log.last;
  while (high - low > page / 2) {
    const middle = Math.floor((low + high) / 2);
    const read = await get<LogPage>(`/v1/events?after=${middle}&limit=1`, signal);
    if (read.events[0] && read.events[0].at < at) low = middle;
    else high = middle;
  }
  return low;
}
