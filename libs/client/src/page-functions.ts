import type { AuthClient } from './create-auth-client.js';
import { readCsrfToken } from './post.js';
import { defaultPage } from './default-page.js';
import { sessionsOf, updateSessionOf } from './sessions.js';
import { listen, readSession } from './session-store.js';
import { readProviders, signInOn, signOutOf } from './sign-in.js';

// Each is described at AuthClient. One by one, so that a bundler leaves out what a page does not use.
export const signIn: AuthClient['signIn'] = (provider, params) =>
  signInOn(defaultPage, provider, params);
export const signOut: AuthClient['signOut'] = (options) => signOutOf(defaultPage, options);
export const getSession: AuthClient['getSession'] = () => readSession(defaultPage);
export const updateSession: AuthClient['updateSession'] = (data) =>
  updateSessionOf(defaultPage, data);
export const onSession: AuthClient['onSession'] = (listener) => listen(defaultPage, listener);
export const getProviders: AuthClient['getProviders'] = () => readProviders(defaultPage);
export const getCsrfToken: AuthClient['getCsrfToken'] = () => readCsrfToken(defaultPage);
export const sessions: AuthClient['sessions'] = /* @__PURE__ */ sessionsOf(defaultPage);
