import { type AuthClient, clientOf } from './create-auth-client.js';
import { defaultPage } from './default-page.js';
import type { Session } from './session.js';

/** What an application gives to the provider of its framework. */
export interface ProvidedAuth {
  /** For endpoints that are not below `/auth` of this origin. */
  client?: AuthClient;
  /**
   * The session, if the server that renders the page has read it: the page then needs no request.
   * Null if nobody is signed in; undefined if it was not read.
   */
  session?: Session | null;
}

/** The same for frameworks that would report a session which is read too early. */
export interface AuthOptions extends Pick<ProvidedAuth, 'client'> {
  /** Returns the session that the server has read; called once, where a component may inject. */
  session?: () => Session | null | undefined;
}

/** The client of the functions that are exported without one. */
export const defaultClient: AuthClient = /* @__PURE__ */ clientOf(defaultPage);

/** Returns the client for the components of a page. */
export function clientFor({ client = defaultClient, session }: ProvidedAuth): AuthClient {
  return session === undefined ? client : client.handOver(session);
}
