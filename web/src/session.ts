// Who is signed in, and what they may do. The token itself is never kept here: the cookie is the browser's, and no script
// can read it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { get, send } from './api';
import { parse } from './json';
import type { Identity, Role } from './types';

const ranks: Record<Role, number> = { viewer: 1, agent: 2, orchestrator: 3, admin: 4 };

export const Session = createContext<Identity | undefined>(undefined);

/** Whether it is worth asking who is signed in: a cookie beside the session's own says so. */
export function maybeSignedIn(): boolean {
  return document.cookie.split('; ').includes('baton_signed_in=1');
}

export function whoAmI(): Promise<Identity> {
  return get<Identity>('/v1/whoami');
}

export async function signIn(token: string): Promise<Identity> {
  return parse(await (await send('POST', '/login', { token })).text()) as Identity;
}

export async function signOut(): Promise<void> {
  await send('POST', '/logout', {});
}

/** Whether who is signed in has at least that role: nobody is shown a button that would be refused. */
export function useMay(role: Role): boolean {
  const identity = useContext(Session);
  return identity !== undefined && ranks[identity.role] >= ranks[role];
}
