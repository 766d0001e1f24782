import type { ExecutionContext } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import type { OptionGroup } from './option-group.js';
import { fn, object } from './option-test.js';

/** How the guard reads sessions of messages to a microservice. */
export interface RpcOptions {
  /**
   * Returns the session token that came with a message: the value of the session cookie. Anything
   * but a string of at most 11,808 characters means that there is none; if it throws, the session
   * could not be read. Take it from the metadata or the headers of the message, and never from its
   * data, which a client chooses. {@link forwardedToken} is one for TCP and Redis.
   */
  token: (context: ExecutionContext) => string | undefined;
}

function* checkRpc({ rpc }: { readonly rpc?: RpcOptions }): Iterable<AuthError> {
  if (rpc && rpc.token === undefined) {
    yield new AuthError(
      'rpc.token: is missing; set `rpc: { token: forwardedToken }`, or a function that returns the session token of a message',
    );
  }
}

/** The group of the option `rpc`. */
export const rpcGroup = {
  tests: { rpc: object },
  members: { rpc: { token: fn } },
  checks: [['rpc', checkRpc]],
} as const satisfies OptionGroup<'rpc', { readonly rpc?: RpcOptions }>;
