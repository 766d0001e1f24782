import { asThrown } from '../errors/as-thrown.js';
import { refusalError } from '../errors/refusal.js';
import { FreshAuthRequired } from '../errors/sign-in.errors.js';
import type { SessionContext } from '../request/context/session-context.js';
import { reauthenticateLocation } from './reauthenticate-location.js';

/**
 * Calls what a handler of the application has called. If the user has to prove again who they are, it
 * throws the exception of `@FreshAuth`, with the URL of the page, to which Nest responds.
 * @throws {ForbiddenException} in place of `FreshAuthRequired`
 */
export async function refuseStale<R>(ctx: SessionContext, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FreshAuthRequired)) throw asThrown(thrown);
    const { default: maxAge } = ctx.config.account.freshness;
    throw refusalError('stale', reauthenticateLocation(ctx, maxAge).url);
  }
}
