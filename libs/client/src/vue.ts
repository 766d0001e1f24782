import {
  hasInjectionContext,
  inject,
  type InjectionKey,
  onScopeDispose,
  type Plugin,
  type ShallowRef,
  shallowRef,
} from 'vue';
import { clientFor, defaultClient, type ProvidedAuth } from './client-for.js';
import type { AuthClient } from './create-auth-client.js';
import type { SessionState } from './session.js';

const CLIENT: InjectionKey<AuthClient> = Symbol('authnest:client');

/** A plugin: `app.use(auth, { client, session })`. Without it, `useSession` uses `/auth`. */
export const auth: Plugin<[ProvidedAuth?]> = {
  install: (app, provided = {}) => app.provide(CLIENT, clientFor(provided)),
};

/** Returns what is known about the session, as a ref that changes with it. */
export function useSession(): Readonly<ShallowRef<SessionState>> {
  const client = hasInjectionContext() ? inject(CLIENT, defaultClient) : defaultClient;
  const state = shallowRef(client.sessionState());
  const stop = client.onSession((next) => {
    state.value = next;
  });
  onScopeDispose(stop, true);
  return state;
}
