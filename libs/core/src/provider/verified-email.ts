import type { Profile } from '../model/profile.js';
import { GOOGLE, isGooglesOwn } from './google-claims.js';
import { isHostedAt } from './is-hosted-at.js';
import type { VerifiedEmail } from './mapped-user.js';
import type { OAuthUserConfig } from './oauth-provider.js';

/**
 * Returns a provider's own function to find a verified address, else one that reads the claims.
 * @returns undefined for a provider that never vouches
 */
export function verifiedEmailOf(
  config: OAuthUserConfig<unknown>,
): VerifiedEmail<Profile> | undefined {
  const { verifiedEmail } = config;
  if (verifiedEmail === false) return undefined;
  return verifiedEmail ?? (isHostedAt(GOOGLE, config) ? ofGoogle : ofClaims);
}

/**
 * Some providers send `email_verified` as a string. Anything but true or 'true' is unverified, and
 * so is a missing claim.
 * @see OpenID Connect Core section 5.1
 */
function ofClaims({ email, email_verified: claim }: Profile): string | null | undefined {
  const verified: unknown = claim;
  return verified === true || verified === 'true' ? email : undefined;
}

function ofGoogle(claims: Profile): string | null | undefined {
  return isGooglesOwn(claims) ? ofClaims(claims) : undefined;
}
