import { CHECK_MAX_AGE } from '../config/default-cookies.js';
import { sha256Hex } from '../crypto/sha256.js';
import { OAuthCallbackError } from '../errors/sign-in.errors.js';
import type { SessionContext } from '../exchange/session-context.js';

/**
 * Lets a callback be used once on all instances together, where the store can tell; elsewhere the
 * provider refuses a code that it has seen.
 * @throws {OAuthCallbackError} for one that was used before
 * @see RFC 9700 section 4.5; security bar C04, C12
 */
export async function spendCallback(
  { config: { adapter } }: SessionContext,
  state: string | null,
): Promise<void> {
  if (!adapter?.has('spendOnce') || state === null) return;
  const expires = new Date(Date.now() + CHECK_MAX_AGE * 1000);
  const isFirst = await adapter.spendOnce({ key: `oauth:${sha256Hex(state)}`, expires });
  if (!isFirst) throw new OAuthCallbackError('the callback was used before');
}
