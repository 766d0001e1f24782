import {
  inject,
  makeEnvironmentProviders,
  makeStateKey,
  provideAppInitializer,
  REQUEST,
  TransferState,
} from '@angular/core';
import type { Session } from '@authnest/client';
import { provideAuth } from '@authnest/client/angular';
import { readSession } from './read-session';

const SESSION = makeStateKey<Session | null | undefined>('session');

/** For `providers` in `app.config.ts`: takes the session that the server has sent with the page. */
export const provideSession = () =>
  provideAuth({ session: () => inject(TransferState).get(SESSION, undefined) });

/** For `providers` in `app.config.server.ts`. */
export const provideServerSession = (nest: string) =>
  makeEnvironmentProviders([
    provideAppInitializer(async () => {
      const state = inject(TransferState);
      const request = inject(REQUEST); // null while a page is prerendered at build time
      const cookie = request?.headers.get('cookie') ?? '';
      if (request) state.set(SESSION, await readSession(nest, cookie));
    }),
  ]);
