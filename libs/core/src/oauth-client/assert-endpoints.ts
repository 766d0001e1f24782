import { AuthError } from '../errors/auth.error.js';
import { isLocalhost } from '../provider/is-localhost.js';
import type { ProviderDocument } from './fetch-document.js';
import { isPrivateHost } from './is-private-host.js';

/** Metadata members whose URL is called, or that the browser is sent to. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'];

/**
 * Refuses metadata with URLs of private hosts or without https. Private hosts are allowed if the
 * metadata themselves come from one, as in development or inside a company.
 * @param source - URL of the metadata
 * @param members - the members to check; one that only a single feature uses is checked when it is
 * used
 * @throws {AuthError} naming the member
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
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  if (!isInside) return protocol === 'https:' && !isPrivateHost(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
}
