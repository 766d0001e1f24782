import type { Profile } from '../model/profile.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Adds to a profile what Apple sends with the first callback: the person's name, as JSON in the
 * parameter `user`. It comes through the browser, so the person may have changed it.
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
