import type { ResolvedProvider } from './resolved-provider.js';

/**
 * Who says who the people of a provider are: two of one id with two of these have different people
 * under one subject.
 * @returns undefined where no other site is asked
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
