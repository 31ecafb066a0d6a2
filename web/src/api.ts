// The one way to the daemon. The cookie of the session goes with every request by itself.
import { parse } from './json';

/** What the daemon refused, or that it could not be reached. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly next: string,
  ) {
    super(detail);
  }
}

const unreachable = () =>
  new Problem(0, 'unreachable', 'The daemon does not answer.', 'The page goes on as soon as it does.');

let signedOut: () => void = () => undefined;

/** Told when a request was refused because nobody is signed in (any more). */
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      signal: signal ?? null,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) throw await problemOf(response, path);
  return response;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return parse(await (await send('GET', path, undefined, signal)).text()) as T;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return parse(await (await send('POST', path, body)).text()) as T;
}

export async function remove<T>(path: string): Promise<T> {
  return parse(await (await send('DELETE', path)).text()) as T;
}

async function problemOf(response: Response, path: string): Promise<Problem> {
  if (response.status === 401 && path !== '/login') signedOut();
  try {
    const told = parse(await response.text()) as { code: string; detail: string; next: string };
    return new Problem(response.status, told.code, told.detail, told.next);
  } catch {
    return new Problem(response.status, 'unknown', `The daemon answered ${response.status}.`, '');
  }
}

/** A path with names in it: path`/v1/agents/${id}`. */
export function path(parts: TemplateStringsArray, ...names: string[]): string {
  return parts.reduce((text, part, i) => text + encodeURIComponent(names[i - 1]!) + part);
}

/** What is set of these, as a query with its question mark. */
export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '' && value !== false) set.set(name, String(value));
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}
