/** What `openid-client` exports. */
export type OAuthLibrary = typeof import('openid-client');

/**
 * `openid-client`, loaded at the first sign-in at a provider: an application without one neither
 * waits for it at startup nor keeps it in memory.
 */
export function loadOAuthLibrary(): Promise<OAuthLibrary> {
  return import('openid-client');
}
