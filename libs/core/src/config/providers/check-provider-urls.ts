import { AuthError } from '../../errors/auth.error.js';
import { InvalidEndpoints } from '../../errors/configuration.errors.js';
import { missingOption } from '../../provider/fill-placeholders.js';
import { isLocalhost } from '../../model/hosts.js';
import type { MergedProvider } from '../../provider/merge-provider.js';
import { isSafeImageUrl } from '../../model/is-safe-url.js';
import { isObject } from '../options/option-test.js';

/** The options that are endpoints. */
export const ENDPOINTS = ['authorization', 'token', 'userinfo'] as const;

export type Endpoint = MergedProvider[(typeof ENDPOINTS)[number]];

/** Names of a provider in messages. */
export interface ProviderNames {
  readonly name: string;
  /** Prefix of the provider's environment variables. */
  readonly variables: string;
}

/** Returns the URL of an endpoint, in whichever form it is configured. */
export function urlOf(config: Endpoint | MergedProvider['revocation']): string | undefined {
  return typeof config === 'object' ? config.url : typeof config === 'string' ? config : undefined;
}

function logoutUrlOf({ logout, logoutDefaults }: MergedProvider): string | undefined {
  if (logout === undefined || logout === false) return undefined;
  const own = isObject(logout) ? logout.url : undefined;
  return own ?? (isObject(logoutDefaults) ? logoutDefaults.url : undefined);
}

/** Requires secure and complete URLs. @see docs/design/decisions.md 16 */
export function* checkProviderUrls(
  merged: MergedProvider,
  names: ProviderNames,
): Iterable<AuthError> {
  const { name } = names;
  const urls = {
    issuer: merged.issuer,
    wellKnown: merged.wellKnown,
    authorization: urlOf(merged.authorization),
    token: urlOf(merged.token),
    userinfo: urlOf(merged.userinfo),
    jwks_endpoint: merged.jwks_endpoint,
    revocation: urlOf(merged.revocation),
    redirectProxyUrl: merged.redirectProxyUrl,
    'logout.url': logoutUrlOf(merged),
  };
  yield* checkPlaceholders(new Set(Object.values(urls).map(missingOption)), names);
  for (const [option, url] of Object.entries(urls)) {
    if (url !== undefined && missingOption(url) === undefined && !isSecureUrl(url)) {
      yield new InvalidEndpoints(
        `${name}: \`${option}\` must be an https URL (http only on localhost); for a provider with another address inside a container network, see the option \`fetch\``,
      );
    }
  }
  for (const option of ['logo', 'logoDark'] as const) {
    const logo = merged.style?.[option];
    if (logo === undefined || isSafeImageUrl(logo)) continue;
    yield new AuthError(
      `${name}: \`style.${option}\` must be an http(s) URL, a path or a data:image/… URL`,
    );
  }
}

/** Reports each missing option once, not for each URL that contains its placeholder. */
function* checkPlaceholders(
  missing: ReadonlySet<string | undefined>,
  { name, variables }: ProviderNames,
): Iterable<AuthError> {
  for (const option of missing) {
    if (option === undefined) continue;
    const orVariable = option === 'issuer' ? ` or ${variables}_ISSUER` : '';
    yield new InvalidEndpoints(
      `${name}: its URLs contain the placeholder {${option}}; set \`${option}\`${orVariable}`,
    );
  }
}

function isSecureUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
}
