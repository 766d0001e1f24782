import { AuthError } from '../errors/auth.error.js';
import type { Profile } from '../model/profile.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Refuses a user whom the parameters of the authorization request exclude. The provider's own check
 * is not enough: the user can change the parameters in the URL.
 * @throws {AuthError} when a parameter does not match; the message names it
 */
export function assertRestrictions(
  { restrictions }: Pick<ResolvedOAuthProvider, 'restrictions'>,
  profile: Profile,
): void {
  const broken = restrictions.find(({ holds, wanted }) => !holds(profile, wanted));
  if (!broken) return;
  throw new AuthError(
    `the profile does not match \`${broken.parameter}\` in the provider's authorization parameters`,
  );
}
