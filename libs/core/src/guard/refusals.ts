import { type ExecutionContext, type HttpException, Logger } from '@nestjs/common';
import { redirectError, type Refusal, refusalError, transportError } from '../errors/refusal.js';
import { RETRY_AFTER } from '../request/context/auth-response.js';
import type { PlatformRequest } from '../request/platform/platform-request.js';
import { type PlatformResponse, setHeader } from '../request/platform/platform-response.js';
import type { FreshPage } from '../sign-in/reauthenticate-location.js';

const OVERRIDE =
  'Extend SessionGuard, override getRequest, and use the subclass in place of this guard, including as APP_GUARD';

const PROTECT =
  'Call `SocketAuthService.protect(server)` in `afterInit` of the gateway, which then knows who opened each socket';

const SET_RPC =
  'Set the option `rpc: { token }`, which says where messages have their session token, such as `forwardedToken` for TCP and Redis';

/** What makes sessions readable, by type of context. */
const REMEDIES: Readonly<Record<string, string>> = { ws: PROTECT, rpc: SET_RPC };

/** What refusals need of the guard. */
interface Refuser {
  /** The name of the guard's class, for the log. */
  readonly name: string;
  /** Returns the response on which a header is set; undefined if there is none. */
  responseOf(context: ExecutionContext): PlatformResponse | undefined;
  /** Logs that a request was refused. */
  record(request: PlatformRequest, refusal: { handler: string; reason: Refusal }): void;
}

/** Refuses calls of handlers with the error that the client of each kind of context gets. */
export class Refusals {
  private readonly logger = new Logger('Authnest');
  private readonly warned = new Set<string>();

  constructor(private readonly guard: Refuser) {}

  refuse(
    context: ExecutionContext,
    refusal: Refusal,
    request: PlatformRequest | undefined,
  ): Promise<never> {
    this.record(context, refusal, request);
    const type = context.getType<string>();
    if (type === 'http') {
      if (refusal === 'unavailable') this.askToRetry(context);
      return Promise.reject(refusalError(refusal));
    }
    return transportError(type, refusal).then((error) => Promise.reject(error));
  }

  /**
   * Logs the reason once for each type of context: a global guard also runs for sockets and
   * microservices, whose clients do not see why it refuses.
   */
  refuseUnread(context: ExecutionContext): Promise<never> {
    const type = context.getType<string>();
    if (type !== 'http' && !this.warned.has(type)) {
      this.warned.add(type);
      const remedy = REMEDIES[type] ?? OVERRIDE;
      this.logger.warn(
        `${this.guard.name} refused ${handlerOf(context)}: no request with cookies was found in a context of type ${type}. ${remedy}`,
      );
    }
    return this.refuse(context, 'unauthenticated', undefined);
  }

  /** Refuses with the exception of a rule; sockets and messages have kinds of their own. */
  refuseAs(
    context: ExecutionContext,
    exception: HttpException,
    request: PlatformRequest,
  ): Promise<never> {
    const type = context.getType<string>();
    if (type === 'ws' || type === 'rpc') return this.refuse(context, 'forbidden', request);
    this.record(context, 'forbidden', request);
    return Promise.reject(exception);
  }

  /** Sends the user to the page on which they prove again who they are. */
  refuseStale(
    context: ExecutionContext,
    { url, isNavigation }: FreshPage,
    request: PlatformRequest,
  ): Promise<never> {
    const type = context.getType<string>();
    if (type === 'ws' || type === 'rpc') return this.refuse(context, 'stale', request);
    this.record(context, 'stale', request);
    if (type === 'http' && isNavigation && url) return redirect(context, url);
    return Promise.reject(refusalError('stale', url));
  }

  /** Sends a browser to the sign-in page. */
  redirect(context: ExecutionContext, location: string, request: PlatformRequest): Promise<never> {
    this.record(context, 'unauthenticated', request);
    return redirect(context, location);
  }

  /** Sets `Retry-After`, as the endpoints do. @see RFC 9110 section 10.2.3 */
  private askToRetry(context: ExecutionContext): void {
    const response = this.guard.responseOf(context);
    if (response) setHeader(response, 'retry-after', RETRY_AFTER);
  }

  private record(
    context: ExecutionContext,
    reason: Refusal,
    request: PlatformRequest | undefined,
  ): void {
    if (request) this.guard.record(request, { handler: handlerOf(context), reason });
  }
}

function redirect(context: ExecutionContext, location: string): Promise<never> {
  const response = context.switchToHttp().getResponse<PlatformResponse>();
  setHeader(response, 'location', location);
  setHeader(response, 'cache-control', 'no-store');
  return Promise.reject(redirectError());
}

function handlerOf(context: ExecutionContext): string {
  return `${context.getClass().name}.${context.getHandler().name}`;
}
