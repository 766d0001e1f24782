import type { OAuthUserConfig } from './oauth-provider.js';

type Urls = Pick<OAuthUserConfig<unknown>, 'issuer' | 'wellKnown' | 'authorization'>;

/**
 * Whether a provider has this host, according to any of its URLs. The text of `issuer` alone does
 * not identify it: a slash may follow the host, and `wellKnown` or the endpoints may replace it.
 */
export function isHostedAt(host: string, { issuer, wellKnown, authorization }: Urls): boolean {
  const endpoint = typeof authorization === 'object' ? authorization.url : authorization;
  return [issuer, wellKnown, endpoint].some(
    (url) => typeof url === 'string' && URL.canParse(url) && new URL(url).hostname === host,
  );
}
