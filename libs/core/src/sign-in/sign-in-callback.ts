import type { SignInParams } from '../options/callbacks.js';
import { AuthError } from '../errors/auth.error.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { callUser } from '../model/call-user.js';

/**
 * Asks the `signIn` callback.
 * @returns a URL where it wants the browser to go, undefined where the sign-in goes on
 * @throws {AccessDenied} when it refuses or fails; errors of ours pass as they are
 * @see docs/design/wire-contract.md CB-1, D-13, D-20
 */
export async function askSignIn(
  ctx: AuthContext,
  params: SignInParams,
): Promise<string | undefined> {
  const { callbacks } = ctx.config;
  if (!callbacks.signIn) return undefined;
  let result: unknown;
  try {
    result = await callUser(ctx.config, 'callbacks.signIn', () => callbacks.signIn?.(params));
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.type !== 'Timeout') throw thrown;
    const err = toError(thrown);
    throw new AccessDenied(err.message, { err, userId: params.user.id });
  }
  if (typeof result === 'string') return result;
  // Only an explicit yes counts; a forgotten `return` refuses.
  if (result !== true) {
    throw new AccessDenied('the signIn callback refused', { userId: params.user.id });
  }
  return undefined;
}
