import { getContext, setContext } from 'svelte';
import { type Readable, readable } from 'svelte/store';
import { type AuthOptions, clientFor, defaultClient } from './client-for.js';
import type { AuthClient } from './create-auth-client.js';
import type { SessionState } from './session.js';

export type { AuthOptions };

const CLIENT = Symbol('authnest:client');

/** Called in the topmost component: gives those below it a client, and the session. */
export function provideAuth({ client, session }: AuthOptions): void {
  setContext(CLIENT, clientFor({ client, session: session?.() }));
}

/** Returns a store of what is known about the session; called while a component is created. */
export function useSession(): Readable<SessionState> {
  const client = getContext<AuthClient | undefined>(CLIENT) ?? defaultClient;
  return readable(client.sessionState(), client.onSession);
}
