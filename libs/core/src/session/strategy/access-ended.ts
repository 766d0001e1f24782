import { isOver } from '../../adapter/access-end.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';
import { UserChanged } from '../../errors/sign-in.errors.js';
import type { SessionContext } from '../../request/context/session-context.js';

/**
 * All sessions of the user ended after the request that opens another one arrived, by the clock of
 * this instance. What was verified before that end is verified once more.
 */
export class AccessEnded extends UserChanged {
  /** The end, or the latest time at which another instance may have set it by a clock ahead of ours. */
  readonly end: Date;

  /** @param end - undefined if the registry does not return it */
  constructor(end: Date | null | undefined) {
    super('all sessions of the user ended while the sign-in was in progress');
    this.end = end ?? new Date(Date.now() + CLOCK_TOLERANCE_MS);
  }
}

/** @throws {AccessEnded} if all sessions of the user ended after the request arrived */
export function assertAccess({ start }: SessionContext, user: AdapterUser | undefined): void {
  if (user && isOver(new Date(start), user)) throw new AccessEnded(user.accessEndedAt);
}
