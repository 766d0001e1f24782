import {
  getCurrentInstance,
  hasInjectionContext,
  inject,
  type InjectionKey,
  onMounted,
  onScopeDispose,
  type Plugin,
  type ShallowRef,
  shallowRef,
} from 'vue';
import { clientFor, defaultClient, type ProvidedAuth } from './client-for.js';
import type { AuthClient } from './create-auth-client.js';
import type { SessionState } from './session.js';

/** The client, and what the server has rendered: Vue may hydrate a part when more is known. */
const valueOf = (client: AuthClient) => ({ client, rendered: client.sessionState() });

const AUTH: InjectionKey<ReturnType<typeof valueOf>> = Symbol('authnest:client');
const DEFAULT = /* @__PURE__ */ valueOf(defaultClient);

/** A plugin: `app.use(auth, { client, session })`. Without it, `useSession` uses `/auth`. */
export const auth: Plugin<[ProvidedAuth?]> = {
  install: (app, provided = {}) => app.provide(AUTH, valueOf(clientFor(provided))),
};

/** Returns what is known about the session, as a ref that changes with it. */
export function useSession(): Readonly<ShallowRef<SessionState>> {
  const { client, rendered } = hasInjectionContext() ? inject(AUTH, DEFAULT) : DEFAULT;
  const state = shallowRef(rendered);
  let stop: (() => void) | undefined;
  const listen = () => {
    stop = client.onSession((next) => {
      state.value = next;
    });
  };
  // A component that is hydrated has its element before it is set up.
  if (getCurrentInstance()?.vnode.el) onMounted(listen);
  else listen();
  onScopeDispose(() => stop?.(), true);
  return state;
}
