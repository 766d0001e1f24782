import { AuthError } from '../../errors/auth.error.js';
import { isLocalhost } from '../../model/hosts.js';
import { isShortUrl } from '../../model/is-short-url.js';
import type { ProviderDocument } from './fetch-document.js';
import { isPrivateHost } from './is-private-host.js';

/** Metadata members with a URL that is called, or to which the browser is redirected. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'];

/**
 * Refuses metadata with URLs that have a private host or do not use https. Private hosts, and http
 * on localhost, are allowed if the metadata itself comes from a private host, as in development or
 * inside a company.
 * @param source - URL of the metadata
 * @param members - the members to check; a member that only one feature uses is checked when it is
 * used
 * @throws {AuthError} when a URL is not allowed; the message names the member
 * @see docs/design/security-bar.md A58
 */
export function assertEndpoints(
  metadata: ProviderDocument,
  source: string,
  members: readonly string[] = ENDPOINTS,
): void {
  const isInside = isPrivateHost(new URL(source).hostname);
  for (const member of members) {
    const value = metadata[member];
    if (value !== undefined && !isAllowed(value, isInside)) {
      throw new AuthError(
        `\`${member}\` in the provider metadata must be an https URL of a public host`,
      );
    }
  }
}

function isAllowed(value: unknown, isInside: boolean): boolean {
  if (!isShortUrl(value)) return false;
  const { protocol, hostname } = new URL(value);
  if (!isInside) return protocol === 'https:' && !isPrivateHost(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
}
