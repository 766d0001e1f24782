import { randomUUID } from 'node:crypto';
import { AuthError } from '../errors/auth.error.js';
import { OAuthProfileParseError } from '../errors/internal.errors.js';
import { OAuthCallbackError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Profile } from '../model/profile.js';
import type { User } from '../model/user.js';
import { normalizeEmail } from '../email/normalize-email.js';
import { withTimeout } from '../model/with-timeout.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { VerifiedIdentity } from '../sign-in/sign-in-flow.port.js';
import type { OAuthGrant } from './oauth-grant.js';
import { nameOf, pictureOf } from './profile-members.js';

/** @see OpenID Connect Core section 2: a subject has at most 255 characters */
const MAX_ID = 255;

/**
 * Maps a provider's profile to user and account.
 * @throws {OAuthCallbackError} when the mapping fails or finds no id: an account is never made up
 * @see wire contract 7.2 steps 15 to 17, 15.29
 */
export async function toIdentity(
  ctx: AuthContext,
  provider: ResolvedOAuthProvider,
  { tokens, profile }: OAuthGrant,
): Promise<VerifiedIdentity> {
  const mapped = await mapProfile(ctx, provider, { tokens, profile });
  const ids = {
    provider: provider.id,
    type: provider.type,
    providerAccountId: accountIdOf(mapped),
  };
  const kept = ctx.config.providerTokens === 'drop' ? {} : provider.account(tokens);
  const user = userOf(mapped);
  return {
    user,
    address: wordOn(user.email, profile),
    account: { ...tokens, ...ids },
    stored: { ...kept, ...ids },
    profile,
  };
}

async function mapProfile(
  { config }: AuthContext,
  provider: ResolvedOAuthProvider,
  { tokens, profile }: OAuthGrant,
): Promise<User> {
  try {
    const mapped = Promise.resolve(provider.profile(profile, tokens));
    const user: unknown = await withTimeout(mapped, config.timeoutMs, 'profile');
    if (typeof user === 'object' && user !== null) return user;
    throw new AuthError('profile must answer a user');
  } catch (thrown) {
    const err = new OAuthProfileParseError('the profile could not be mapped', {
      err: toError(thrown),
    });
    throw new OAuthCallbackError('the profile could not be mapped', { err, provider: provider.id });
  }
}

function accountIdOf({ id }: User): string {
  const accountId = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  if (accountId === '' || accountId.length > MAX_ID) {
    throw new OAuthProfileParseError('the profile has no usable id');
  }
  return accountId;
}

/** Texts only: a provider's object must not end up in a column. @see security bar A53 */
function userOf({ name, email, image, ...own }: User): User {
  return {
    ...own,
    id: randomUUID(),
    name: nameOf(name),
    // An address that nobody can write to is none; the account alone says who it is.
    email: normalizeEmail(email) ?? undefined,
    image: pictureOf(image),
  };
}

/**
 * What the provider says of an address. Some write `email_verified` as a text; anything but a clear
 * yes is a no, and silence is neither.
 * @see security bar A25
 */
function wordOn(
  address: string | null | undefined,
  { email, email_verified: word }: Profile,
): VerifiedIdentity['address'] {
  const told: unknown = word;
  // The word is on the address of the profile, which need not be the one that was mapped.
  if (told === undefined || !address || normalizeEmail(email) !== address) return undefined;
  return told === true || told === 'true' ? 'verified' : 'unverified';
}
