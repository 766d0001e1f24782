import type { SignInParams } from '../config/options/callbacks.js';
import { AuthError } from '../errors/auth.error.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { callUser } from '../model/call-user.js';

/**
 * Calls the `signIn` callback.
 * @returns the URL to which it redirects the browser; undefined if the sign-in continues
 * @throws {AccessDenied} when it refuses or fails; our own errors are rethrown unchanged
 * @see docs/design/wire-contract.md CB-1, D-13, D-20
 */
export async function askSignIn(
  ctx: ActionContext,
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
  if (typeof result === 'string' && result !== '') return result;
  // Only `true` allows the sign-in; a forgotten `return` or an empty setting refuses it.
  if (result !== true) {
    throw new AccessDenied('the signIn callback did not return `true`', { userId: params.user.id });
  }
  return undefined;
}
