import type { ResolvedProvider } from './resolved-provider.js';

/**
 * What identifies the issuer of a provider's accounts. Two providers with the same id and different
 * fingerprints may use one subject for different people.
 * @returns undefined where the accounts come from no other site
 */
export function issuerFingerprint(provider: ResolvedProvider): string | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined;
  const { type, issuer, wellKnown, token, userinfo } = provider;
  // An ID token proves its issuer; a plain OAuth provider has no proof, so its endpoints count.
  return JSON.stringify(
    type === 'oidc' ? [issuer ?? wellKnown] : [issuer, wellKnown, token.url, userinfo.url],
  );
}

/** What identifies the client registration and the kind of the provider. */
export function clientFingerprint(provider: ResolvedProvider): string {
  return JSON.stringify([
    provider.id,
    provider.type,
    'clientId' in provider ? provider.clientId : '',
  ]);
}
