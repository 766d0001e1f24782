import { callUser } from '../model/call-user.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { AuthConfig } from './options/auth-config.js';

/** The default of the option `timeout`, in seconds. */
export const DEFAULT_TIMEOUT = 10;

/**
 * Calls a configuration function. The option `timeout` is part of its result, so the default
 * applies.
 * @throws {Timeout} if it does not respond
 */
export async function configOf<Request>(
  input: (request: Request) => MaybePromise<AuthConfig>,
  request: Request,
): Promise<AuthConfig> {
  return callUser({ timeoutMs: DEFAULT_TIMEOUT * 1000 }, 'the configuration function', () =>
    input(request),
  );
}
