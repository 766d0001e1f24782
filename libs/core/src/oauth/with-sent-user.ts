import type { Profile } from '../model/profile.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Adds the user's name to a profile. Apple sends it only with the first callback, as JSON in the
 * parameter `user`. It passes through the browser, so the user may have changed it.
 * @see docs/design/wire-contract.md 7.2 step 14
 */
export function withSentUser(
  { sendsUser }: Pick<ResolvedOAuthProvider, 'sendsUser'>,
  profile: Profile,
  params: URLSearchParams,
): Profile {
  const sent = sendsUser && profile['user'] === undefined ? parsed(params.get('user')) : undefined;
  return sent === undefined ? profile : { ...profile, user: sent };
}

function parsed(text: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isNamed(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNamed(value: unknown): value is { name: object } {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  return typeof value.name === 'object' && value.name !== null;
}
