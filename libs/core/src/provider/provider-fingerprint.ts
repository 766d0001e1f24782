import type { ResolvedProvider } from './resolved-provider.js';

/**
 * Identifies the issuer of a provider's accounts. Two providers with the same id and different
 * fingerprints might use the same subject for different people.
 * @returns undefined if the accounts are not from another site
 */
export function issuerFingerprint(provider: ResolvedProvider): string | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined;
  const { type, issuer, wellKnown, token, userinfo } = provider;
  // An ID token proves its issuer; plain OAuth has no such proof, so the endpoints count.
  return JSON.stringify(
    type === 'oidc' ? [issuer ?? wellKnown] : [issuer, wellKnown, token.url, userinfo.url],
  );
}

/** Identifies the type of a provider and its client registration. */
export function clientFingerprint(provider: ResolvedProvider): string {
  return JSON.stringify([
    provider.id,
    provider.type,
    'clientId' in provider ? provider.clientId : '',
  ]);
}
