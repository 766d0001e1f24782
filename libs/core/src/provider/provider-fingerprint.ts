import type { ResolvedProvider } from './resolved-provider.js';

/**
 * What identifies the issuer of a provider's accounts. Two providers with the same id and different
 * fingerprints have different people under one subject.
 * @returns undefined where the accounts come from no other site
 */
export function issuerFingerprint(provider: ResolvedProvider): string | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined;
  const { type, issuer, wellKnown, token, userinfo } = provider;
  // An ID token proves its issuer; of a plain OAuth provider nothing does, so its endpoints count.
  return JSON.stringify(
    type === 'oidc' ? [issuer ?? wellKnown] : [issuer, wellKnown, token.url, userinfo.url],
  );
}

/** Which registration at which kind of provider it is. */
export function clientFingerprint(provider: ResolvedProvider): string {
  return JSON.stringify([
    provider.id,
    provider.type,
    'clientId' in provider ? provider.clientId : '',
  ]);
}
