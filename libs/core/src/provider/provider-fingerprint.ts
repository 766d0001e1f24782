import type { ResolvedProvider } from './resolved-provider.js';

/**
 * Identifies the issuer of a provider's accounts. Two providers with the same id and different
 * fingerprints might use the same subject for different people.
 * @returns undefined if the accounts are not from another site
 */
export function issuerFingerprint(provider: ResolvedProvider): string | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined;
  const { type, issuer, wellKnown, authorization, token, userinfo } = provider;
  if (type === 'oidc') return JSON.stringify([issuer ?? wellKnown]);
  // An ID token proves its issuer; plain OAuth has no such proof, so the endpoints count: those that
  // say who somebody is, or, if functions take their place, where people are sent.
  const asked = token.url && userinfo.url ? undefined : authorization.url;
  return JSON.stringify([issuer, wellKnown, token.url, userinfo.url, asked]);
}

/** Identifies the type of a provider and its client registration. */
export function clientFingerprint(provider: ResolvedProvider): string {
  return JSON.stringify([
    provider.id,
    provider.type,
    'clientId' in provider ? provider.clientId : '',
  ]);
}
