import type { Failure } from './failure.js';

/**
 * The signed-in user, as the `session` callback of the server returns it. Augment it to type your
 * own members: `declare module '@authnest/client' { interface User { role?: string } }`.
 */
export interface User {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/** A session as `GET session` returns it. Augment it like {@link User}. */
export interface Session {
  user?: User;
  /** When the session expires unless it is used again: ISO 8601 in UTC. */
  expires: string;
}

/** What a page knows about the session. */
export type SessionState =
  /** Not known yet. */
  | { readonly status: 'loading'; readonly session?: undefined }
  | { readonly status: 'authenticated'; readonly session: Session }
  | { readonly status: 'unauthenticated'; readonly session: null }
  /** The first request failed: the person may be signed in. */
  | { readonly status: 'unavailable'; readonly session?: undefined; readonly failure: Failure };

/** Returns the state for a session; null if nobody is signed in. */
export function stateOf(session: Session | null): SessionState {
  return session ? { status: 'authenticated', session } : { status: 'unauthenticated', session };
}

/** Whether a value is a session, or the null that stands for none. */
export const isSession = (value: Session | null | undefined): boolean =>
  value === null || typeof value?.expires === 'string';
