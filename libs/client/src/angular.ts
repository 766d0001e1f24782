import {
  DestroyRef,
  type EnvironmentProviders,
  inject,
  InjectionToken,
  makeEnvironmentProviders,
  type Signal,
  signal,
} from '@angular/core';
import { type AuthOptions, clientFor, defaultClient } from './client-for.js';
import type { AuthClient } from './create-auth-client.js';
import type { SessionState } from './session.js';

export type { AuthOptions };

const CLIENT = new InjectionToken<AuthClient>('authnest:client', {
  providedIn: 'root',
  factory: () => defaultClient,
});

const SESSION = new InjectionToken<Signal<SessionState>>('authnest:session', {
  providedIn: 'root',
  factory: () => {
    const client = inject(CLIENT);
    const state = signal(client.sessionState());
    inject(DestroyRef).onDestroy(client.onSession((next) => state.set(next)));
    return state.asReadonly();
  },
});

/** For `providers` of the application. Without it, `injectSession` uses `/auth`. */
export function provideAuth({ client, session }: AuthOptions): EnvironmentProviders {
  const useFactory = () => clientFor({ client, session: session?.() });
  return makeEnvironmentProviders([{ provide: CLIENT, useFactory }]);
}

/** Returns what is known about the session, as a signal; called in an injection context. */
export function injectSession(): Signal<SessionState> {
  return inject(SESSION);
}
