import type { AdapterUser } from '../adapter/adapter-rows.js';
import { UserChanged } from '../errors/sign-in.errors.js';
import type { WaysOf } from './way-in.js';

/** The most attempts while sessions of the user are ended at the same time. */
const ROUNDS = 5;

/**
 * Restores a way to sign in that was removed just now. It was there before, so whether the session
 * still exists does not matter: the user would be left without a way to sign in. That sessions have
 * ended meanwhile, as after another removal, does not matter either.
 * @param store - stores it for the user as it is now
 * @returns false if the address was proven or changed since: access that was removed then must not
 * be restored
 */
export async function restoreWay(
  { adapter, user }: WaysOf,
  store: (user: AdapterUser) => Promise<void>,
): Promise<boolean> {
  for (let round = 1; ; round += 1) {
    const now = await adapter.getUser(user.id);
    if (!now || !isSame(user, now)) return false;
    try {
      await store(now);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof UserChanged) || round >= ROUNDS) throw thrown;
    }
  }
}

function isSame(before: AdapterUser, now: AdapterUser): boolean {
  return before.email === now.email && Boolean(before.emailVerified) === Boolean(now.emailVerified);
}
