import { readCsrfToken } from './post.js';
import { type AuthClientOptions, createPage, isBrowser, type Page } from './page.js';
import type {
  CsrfTokenResult,
  ProvidersResult,
  SessionResult,
  SignInResult,
  SignOutResult,
} from './results.js';
import { type Sessions, sessionsOf, updateSessionOf } from './sessions.js';
import { listen, readSession, take } from './session-store.js';
import { type Session, type SessionState, stateOf } from './session.js';
import {
  readProviders,
  type RedirectOptions,
  signInOn,
  type SignInParams,
  signOutOf,
} from './sign-in.js';

/**
 * The calls of a page, which may be taken out of it. None throws, and no failure changes who is
 * signed in.
 */
export interface AuthClient {
  /**
   * Signs in and leaves for `callbackUrl`, or for the provider's page. A refusal is returned.
   * @param provider - its id; without one, the sign-in page of the server is shown
   */
  readonly signIn: (provider?: string, params?: SignInParams) => Promise<SignInResult>;
  readonly signOut: (options?: RedirectOptions) => Promise<SignOutResult>;
  /** Reads the session from the server. To show it, use {@link onSession}. */
  readonly getSession: () => Promise<SessionResult>;
  /** Sends data to the `jwt` and `session` callbacks of the server. */
  readonly updateSession: (data: unknown) => Promise<SessionResult>;
  /**
   * Calls the listener with what is known, now and after each change in any tab. The first listener
   * causes the one request of a page, unless the server has handed the session over.
   * @returns a function that ends this
   */
  readonly onSession: (listener: (state: SessionState) => void) => () => void;
  /** What is known now, without a request. */
  readonly sessionState: () => SessionState;
  /**
   * Takes the session from the server that rendered the page, so that it needs no request.
   * @returns this client; on a server another one, since a server renders for many people
   */
  readonly handOver: (session: Session | null) => AuthClient;
  readonly getProviders: () => Promise<ProvidersResult>;
  /** For forms and requests of your own to the endpoints. */
  readonly getCsrfToken: () => Promise<CsrfTokenResult>;
  readonly sessions: Sessions;
  /** For the other entries of this package. */
  readonly page: Page;
}

/** Creates a client. Most pages need none: every function is also exported for `/auth`. */
export function createAuthClient(options?: AuthClientOptions): AuthClient {
  return clientOf(createPage(options));
}

export function clientOf(page: Page): AuthClient {
  const client: AuthClient = {
    signIn: (provider, params) => signInOn(page, provider, params),
    signOut: (options) => signOutOf(page, options),
    getSession: () => readSession(page),
    updateSession: (data) => updateSessionOf(page, data),
    onSession: (listener) => listen(page, listener),
    sessionState: () => page.state,
    handOver(session) {
      if (!isBrowser()) return clientOf({ ...createPage(page.options), state: stateOf(session) });
      take(page, session);
      return client;
    },
    getProviders: () => readProviders(page),
    getCsrfToken: () => readCsrfToken(page),
    sessions: sessionsOf(page),
    page,
  };
  return client;
}
