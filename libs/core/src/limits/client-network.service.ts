import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { type AuthRequest, headerOf } from '../exchange/auth-request.js';
import type { SessionContext } from '../exchange/session-context.js';
import { UNKNOWN_NETWORK } from './buckets.js';
import { networkOf } from './network-of.js';

/**
 * Finds the network that a request is counted for. A faulty setup is logged once.
 * @see docs/design/security-bar.md A22, A38
 */
@Injectable()
export class ClientNetworkService {
  private readonly warned = new Set<string>();

  /** @returns undefined if no address is available: in `Auth()`, unless `limits.address` is set */
  of(ctx: SessionContext): string | undefined {
    const { request, config } = ctx;
    const { address } = config.limits ?? {};
    if (!address && request.address === undefined) {
      this.warnOnce(ctx, 'limits-without-address');
      return undefined;
    }
    if (!address && isForwardedUnread(request)) this.warnOnce(ctx, 'untrusted-forwarded-for');
    const network = networkOf(address ? addressFrom(ctx, address) : request.address);
    if (network === undefined) this.warnOnce(ctx, 'unknown-client-address');
    return network ?? UNKNOWN_NETWORK;
  }

  private warnOnce({ logger }: SessionContext, code: string): void {
    if (this.warned.has(code)) return;
    this.warned.add(code);
    logger.warn(code);
  }
}

/** Calls the application's `limits.address`. If it fails, the attempt still counts. */
function addressFrom(
  { request, logger }: SessionContext,
  address: (request: unknown) => unknown,
): string | undefined {
  try {
    const result = address(request.web ?? request.native);
    return typeof result === 'string' ? result : undefined;
  } catch (thrown) {
    logger.error(new AuthError('limits.address failed', { err: toError(thrown) }));
    return undefined;
  }
}

/**
 * Whether a proxy, or a client that acts like one, sends a client address that the platform does
 * not trust. All requests through it then count as one network.
 */
function isForwardedUnread(request: AuthRequest): boolean {
  const forwarded = headerOf(request, 'x-forwarded-for')?.split(',').at(-1);
  if (forwarded === undefined || request.peer === undefined) return false;
  const seen = networkOf(request.address);
  return seen === networkOf(request.peer) && seen !== networkOf(forwarded);
}
