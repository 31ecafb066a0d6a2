// Tasks by the filters of the URL. What the store can filter by it does; text is looked for here, page by page.
import { get, query } from './api';
import type { Page, Task } from './types';

export interface TaskFilter {
  status: string;
  lane: string;
  kind: string;
  holder: string;
  thread: string;
  from: string;
  until: string;
  text: string;
  oldest: boolean;
}

export interface Found {
  tasks: Task[];
  /** Where to go on; unset: these are all. */
  next: number | undefined;
  /** How many were looked at. */
  examined: number;
}

const mostPages = 20;

export function filterOf(place: URLSearchParams): TaskFilter {
  const value = (name: string) => place.get(name) ?? '';
  return {
    status: value('status'),
    lane: value('lane'),
    kind: value('kind'),
    holder: value('holder'),
    thread: value('thread'),
    from: value('from'),
    until: value('until'),
    text: value('q'),
    oldest: value('order') === 'oldest',
  };
}

/** As the API takes it. */
export function parametersOf(filter: TaskFilter): Record<string, string> {
  return {
    status: filter.status,
    lane: filter.lane,
    kind: filter.kind,
    holder: filter.holder,
    thread: filter.thread,
    created_from: filter.from && new Date(filter.from).toISOString(),
    created_until: filter.until && new Date(filter.until).toISOString(),
  };
}

export function matches(task: Task, text: string): boolean {
  if (text === '') return true;
  const said = `${task.id} ${task.kind} ${task.lane} ${task.holder ?? ''} ${task.thread ?? ''} ${task.error?.text ?? ''}`;
  return said.toLowerCase().includes(text.toLowerCase());
}

/** Reads pages until `wanted` tasks are found, or for long enough. */
export async function findTasks(filter: TaskFilter, wanted: number, after: number | undefined, signal?: AbortSignal): Promise<Found> {
  const found: Found = { tasks: [], next: after, examined: 0 };
  const limit = filter.text === '' ? wanted : 1000;
  for (let i = 0; i < mostPages && found.tasks.length < wanted; i++) {
    const page = await get<Page<Task, number>>(
      `/v1/tasks${query({ ...parametersOf(filter), newest_first: !filter.oldest, after: found.next, limit })}`,
      signal,
    );
    found.examined += page.items.length;
    found.tasks.push(...page.items.filter((task) => matches(task, filter.text)));
    found.next = page.next;
    if (page.next === undefined) break;
  }
  return found;
}

/** How many match. The store counts, unless text is looked for. */
export async function countTasks(filter: TaskFilter): Promise<{ count: number; complete: boolean }> {
  if (filter.text === '') return get(`/v1/tasks/count${query(parametersOf(filter))}`);
  const all = await allTasks(filter);
  return { count: all.length, complete: true };
}

/** All that match, without their bodies. */
export async function allTasks(filter: TaskFilter): Promise<Task[]> {
  const tasks: Task[] = [];
  let after: number | undefined;
  do {
    const found = await findTasks(filter, 1000, after);
    tasks.push(...found.tasks);
    after = found.next;
  } while (after !== undefined);
  return tasks;
}
