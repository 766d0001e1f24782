import { randomUUID } from 'node:crypto';
import { AuthError } from '../errors/auth.error.js';
import { OAuthProfileParseError } from '../errors/internal.errors.js';
import { OAuthCallbackError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';
import { deepCopy } from '../model/deep-copy.js';
import { normalizeEmail } from '../model/normalize-email.js';
import { withTimeout } from '../model/with-timeout.js';
import type { MappedUser } from '../provider/mapped-user.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { accountIdOf } from './account-id.js';
import { addressStatus } from './address-status.js';
import { assertRestrictions } from './assert-restrictions.js';
import type { OAuthGrant } from './oauth-grant.js';
import { nameOf, pictureOf } from './profile-members.js';

/** The results of the functions `profile` and `verifiedEmail` of a provider. */
interface Mapped {
  readonly user: MappedUser;
  /** The address that the provider vouches for. */
  readonly verifiedEmail: unknown;
}

interface Requested {
  /** The scope of the authorization request; absent if it is unknown. */
  readonly requestedScope?: string;
}

/**
 * Maps a provider's profile to a user and an account.
 * @throws {OAuthCallbackError} when the mapping fails
 * @throws {OAuthProfileParseError} when the profile has no usable id: an id is never invented
 * @throws {AuthError} when the profile does not satisfy one of the provider's restrictions
 * @see docs/design/wire-contract.md 7.2 steps 15 to 17, 15.29
 */
export async function toIdentity(
  ctx: ActionContext,
  provider: ResolvedOAuthProvider,
  { tokens, profile, claims, requestedScope }: OAuthGrant & Requested,
): Promise<VerifiedIdentity> {
  assertRestrictions(provider, profile);
  const mapped = await mapProfile(ctx, provider, { tokens, profile });
  const ids = {
    provider: provider.id,
    type: provider.type,
    providerAccountId: accountIdOf(mapped.user.id, profile),
  };
  const kept =
    ctx.config.providerTokens.keep === 'drop'
      ? {}
      : provider.account(deepCopy(granted(tokens, requestedScope)));
  const user = userOf(mapped.user);
  const { verifiedEmail } = mapped;
  return {
    user,
    address: addressStatus(user.email, { verifiedEmail, claim: profile.email_verified }),
    account: { ...tokens, ...ids },
    stored: { ...kept, ...ids },
    profile: deepCopy(profile),
    ...(claims && { claims }),
  };
}

/**
 * Adds the requested scope to a response without `scope`, which means that all of it was granted.
 * Like every member, it is stored only if the provider's function `account` returns it.
 * @see RFC 6749 section 5.1
 */
function granted(tokens: TokenSet, scope: string | undefined): TokenSet {
  const isSilent = tokens.access_token !== undefined && tokens.scope === undefined;
  return isSilent && scope !== undefined ? { ...tokens, scope } : tokens;
}

async function mapProfile(
  { config }: ActionContext,
  provider: ResolvedOAuthProvider,
  { tokens, profile }: OAuthGrant,
): Promise<Mapped> {
  try {
    return await withTimeout(mapWith(provider, { tokens, profile }), config.timeoutMs, 'profile');
  } catch (thrown) {
    const err = new OAuthProfileParseError('the profile could not be mapped', {
      err: toError(thrown),
    });
    throw new OAuthCallbackError('the profile could not be mapped', { err, provider: provider.id });
  }
}

async function mapWith(
  { profile: map, verifiedEmail }: ResolvedOAuthProvider,
  { tokens, profile }: OAuthGrant,
): Promise<Mapped> {
  // Each gets its own: what one of them writes must not count as said by the provider.
  const user: unknown = await map(deepCopy(profile), deepCopy(tokens));
  if (typeof user !== 'object' || user === null) throw new AuthError('profile must return a user');
  return { user, verifiedEmail: await verifiedEmail?.(deepCopy(profile), deepCopy(tokens)) };
}

/**
 * Returns the user with strings only: an object from a provider must not end up in a column.
 * @see docs/design/security-bar.md A53
 */
function userOf({ name, email, image, ...own }: MappedUser): User {
  return {
    ...own,
    id: randomUUID(),
    name: nameOf(name),
    // An address that cannot receive mail is left out; the account alone identifies the user.
    email: normalizeEmail(email) ?? undefined,
    image: pictureOf(image),
  };
}
