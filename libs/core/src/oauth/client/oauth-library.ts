/** The exports of `openid-client`. */
export type OAuthLibrary = typeof import('openid-client');

/**
 * Loads `openid-client` at the first sign-in with an OAuth provider: an application without such a
 * provider neither waits for the library at startup nor keeps it in memory.
 */
export function loadOAuthLibrary(): Promise<OAuthLibrary> {
  return import('openid-client');
}
