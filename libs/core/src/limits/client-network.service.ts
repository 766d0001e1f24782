import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { type AuthRequest, headerOf } from '../request/context/auth-request.js';
import type { SessionContext } from '../request/context/session-context.js';
import { UNKNOWN_NETWORK } from './buckets.js';
import { networkOf } from './network-of.js';

/** After how many attempts from one network, and from no other, that is worth a line. */
const SUSPICIOUS = 20;

/**
 * Finds the network that a request is counted for. A faulty setup is logged once.
 * @see docs/design/security-bar.md A22, A38, RQ8
 */
@Injectable()
export class ClientNetworkService {
  private readonly warned = new Set<string>();
  /** The network of all attempts so far; undefined once there are two. */
  private only: { network?: string; attempts: number } | undefined = { attempts: 0 };

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
    else if (this.isOnlyOne(network) && isProxied(request))
      this.warnOnce(ctx, 'one-client-network');
    return network ?? UNKNOWN_NETWORK;
  }

  private isOnlyOne(network: string): boolean {
    if (!this.only) return false;
    const { network: first = network, attempts } = this.only;
    this.only = first === network ? { network, attempts: attempts + 1 } : undefined;
    return attempts + 1 >= SUSPICIOUS;
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

/** Without a proxy, one network may be that of a developer. */
function isProxied(request: AuthRequest): boolean {
  return headerOf(request, 'x-forwarded-for') !== undefined;
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
