import type { Failure } from './failure.js';
import type { PublicProviders, SessionResult } from './results.js';
import type { SessionState } from './session.js';

export interface AuthClientOptions {
  /**
   * URL of the endpoints, with an origin if they are on another one.
   * @default '/auth'
   */
  baseUrl?: string;
  /** Sends the requests. @default the global `fetch` */
  fetch?: typeof globalThis.fetch;
  /**
   * Name of the BroadcastChannel by which tabs follow each other; `next-auth` if other tabs use
   * `next-auth/react`, and false for none.
   * @default 'authnest:<baseUrl>'
   */
  channel?: string | false;
  /**
   * When the page is shown again and its session is older than this, in seconds, it is read again.
   * @default never
   */
  maxStale?: number;
}

/** What a client remembers; in a browser only, since a server renders for many people. */
export interface Page {
  readonly options: AuthClientOptions;
  readonly baseUrl: string;
  state: SessionState;
  readonly listeners: Set<(state: SessionState) => void>;
  channel?: BroadcastChannel;
  /**
   * Reads the session again; set as soon as somebody listens or reads. By this and not by an import, so that
   * a page that only signs in does not load what stores sessions.
   * @returns why nobody is signed in, after a sign-in that the server accepted
   */
  reread?: () => Promise<Failure | undefined>;
  /** The request for the session that is on its way. */
  reading?: Promise<SessionResult>;
  /** Another object after each change of the session: a response to an earlier request is outdated. */
  turn?: object;
  /** When the session was last read, in milliseconds. */
  readAt?: number;
  /** The timer for the end of the session. */
  expiry?: ReturnType<typeof setTimeout>;
  /** The response that lists the ways to sign in. */
  providers?: { readonly ok: true; readonly body: PublicProviders };
}

export function createPage(options: AuthClientOptions = {}): Page {
  const baseUrl = (options.baseUrl ?? '/auth').replace(/\/+$/, '');
  return { options, baseUrl, state: { status: 'loading' }, listeners: new Set() };
}

export function isBrowser(): boolean {
  return typeof document !== 'undefined';
}
