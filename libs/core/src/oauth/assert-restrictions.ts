import { AuthError } from '../errors/auth.error.js';
import type { Profile } from '../model/profile.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Refuses a person whom the parameters of the authorization request exclude: the person who
 * signs in can change them in the URL.
 * @throws {AuthError} with the name of the parameter
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
