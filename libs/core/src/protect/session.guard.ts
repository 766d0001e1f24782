import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  Logger,
  Optional,
} from '@nestjs/common';
import { AuthService } from '../auth.service.js';
import { AuthError } from '../errors/auth.error.js';
import { ErrorPageLoop } from '../errors/configuration.errors.js';
import { InvalidRequest } from '../errors/internal.errors.js';
import { RETRY_AFTER } from '../exchange/auth-response.js';
import type { PlatformRequest } from '../exchange/platform-request.js';
import { type PlatformResponse, setHeader } from '../exchange/platform-response.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { settled } from '../model/settled.js';
import type { AccessRule } from './access-rule.js';
import { AccessRules } from './access-rules.js';
import { leaveSession } from './left-session.js';
import {
  readingRefusal,
  redirectError,
  type Refusal,
  refusalError,
  transportError,
} from './refusal.js';
import { isOverSocket, requestOf } from './request-of.js';

const NO_MODULE =
  'SessionGuard: AuthModule is not configured for this module; import `AuthModule.forRoot(…)` or `forRootAsync(…)` once in the application, and with `isGlobal: false` also here';

/** A request, and the rule of its route. */
interface GuardedRequest {
  readonly rule: AccessRule;
  readonly request: object;
}

/**
 * Admits requests that have a session. Responds with 401 to others, and with 503 if the session
 * could not be read. A browser that opens a page is redirected to the sign-in page if
 * `guard.unauthenticated` or `@RedirectToSignIn()` requires it. Can be used as `APP_GUARD`. In a
 * context without a request, it refuses every handler that requires a session.
 * @see docs/design/wire-contract.md 8.3; docs/design/decisions.md 6
 */
@Injectable()
export class SessionGuard implements CanActivate {
  private readonly rules = new AccessRules(SessionGuard);
  private readonly logger = new Logger('Authnest');
  private readonly warned = new Set<string>();

  protected readonly auth: AuthService;

  /** @throws {AuthError} when no configured AuthModule is visible where the guard is used */
  constructor(@Optional() auth?: AuthService) {
    if (!auth) throw new AuthError(NO_MODULE);
    this.auth = auth;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.rules.of(context);
    if (rule.access === 'public') return true;
    const request = this.getRequest(context);
    if (!request) return rule.access === 'optional' || this.refuseUnread(context);
    if (isOverSocket(context, request)) return this.decideOverSocket(context, { rule, request });
    return this.readAndDecide(context, { rule, request }, 'getSession');
  }

  private readAndDecide(
    context: ExecutionContext,
    guarded: GuardedRequest,
    reading: 'getSession' | 'rereadSession',
  ): boolean | Promise<boolean> {
    const { request } = guarded;
    let session: MaybePromise<Session | null>;
    try {
      session = this.auth[reading](request as unknown as PlatformRequest);
    } catch (thrown) {
      return this.refuse(context, readingRefusal(thrown), request);
    }
    if (!isPromiseLike(session)) return this.decide(context, guarded, session);
    return Promise.resolve(session).then(
      (found) => this.decide(context, guarded, found),
      (thrown) => this.refuse(context, readingRefusal(thrown), request),
    );
  }

  /**
   * Checks the origin first, since browsers send cookies with a socket's handshake no matter which
   * page opens it.
   * @see RFC 6455 section 10.2
   */
  private async decideOverSocket(
    context: ExecutionContext,
    guarded: GuardedRequest,
  ): Promise<boolean> {
    const { request, rule } = guarded;
    let trusted: boolean;
    try {
      trusted = await this.auth.isFromTrustedOrigin(request as unknown as PlatformRequest);
    } catch (thrown) {
      return this.refuse(context, readingRefusal(thrown), request);
    }
    if (trusted) return this.readAndDecide(context, guarded, 'rereadSession');
    if (rule.access !== 'optional') return this.refuse(context, 'unauthenticated', request);
    return this.decide(context, guarded, null);
  }

  /**
   * Returns the request whose cookies identify the user. Override this for other transports; it may
   * be the handshake as Node's server received it.
   */
  protected getRequest(context: ExecutionContext): object | undefined {
    return requestOf(context);
  }

  /** Returns the response on which a refreshed cookie is set; undefined if there is none. */
  protected getResponse(context: ExecutionContext): object | undefined {
    return context.getType<string>() === 'http' ? context.getArgByIndex<object>(1) : undefined;
  }

  private decide(
    context: ExecutionContext,
    { rule, request }: GuardedRequest,
    session: Session | null,
  ): boolean | Promise<boolean> {
    return session?.user || rule.access === 'optional'
      ? this.letIn(context, request, session)
      : this.refuseUnauthenticated(context, { rule, request });
  }

  /**
   * Sets cookies only if the request is admitted: the sender of a refused request could choose how
   * many cookies the response clears.
   */
  private letIn(
    context: ExecutionContext,
    request: object,
    session: Session | null,
  ): boolean | Promise<boolean> {
    const response = this.getResponse(context) as PlatformResponse | undefined;
    leaveSession(context, session);
    if (!response) return true;
    const written = this.auth.getSession(request as unknown as PlatformRequest, response);
    return isPromiseLike(written) ? Promise.resolve(written).then(() => true) : true;
  }

  private refuseUnauthenticated(
    context: ExecutionContext,
    { rule, request }: GuardedRequest,
  ): boolean | Promise<boolean> {
    if (context.getType<string>() !== 'http')
      return this.refuse(context, 'unauthenticated', request);
    const location = settled(() =>
      this.auth.signInLocation(
        context.getArgByIndex<PlatformRequest>(0),
        rule.redirect ? 'always' : 'configured',
      ),
    );
    if (!isPromiseLike(location)) return this.redirectOrRefuse(context, request, location);
    return Promise.resolve(location).then(
      (found) => this.redirectOrRefuse(context, request, found),
      (thrown) => {
        if (thrown instanceof ErrorPageLoop) return this.refuse(context, 'signInLoop', request);
        if (!(thrown instanceof InvalidRequest)) throw thrown;
        return this.refuse(context, 'malformed', request);
      },
    );
  }

  private redirectOrRefuse(
    context: ExecutionContext,
    request: object,
    location: string | undefined,
  ): Promise<boolean> {
    if (location === undefined) return this.refuse(context, 'unauthenticated', request);
    this.record(context, 'unauthenticated', request);
    const response = context.switchToHttp().getResponse<PlatformResponse>();
    setHeader(response, 'location', location);
    setHeader(response, 'cache-control', 'no-store');
    return Promise.reject(redirectError());
  }

  /**
   * Logs the reason once for each type of context: a global guard also runs for sockets and
   * microservices, whose clients do not see why it refuses.
   */
  private refuseUnread(context: ExecutionContext): Promise<boolean> {
    const type = context.getType<string>();
    if (type !== 'http' && !this.warned.has(type)) {
      this.warned.add(type);
      this.logger.warn(
        `${this.constructor.name} refused ${handlerOf(context)}: no request with cookies was found in a context of type ${type}. Extend SessionGuard, override getRequest, and use the subclass in place of this guard, including as APP_GUARD`,
      );
    }
    return this.refuse(context, 'unauthenticated', undefined);
  }

  private refuse(
    context: ExecutionContext,
    refusal: Refusal,
    request: object | undefined,
  ): Promise<boolean> {
    this.record(context, refusal, request);
    const type = context.getType<string>();
    if (type === 'http') {
      if (refusal === 'unavailable') this.askToRetry(context);
      return Promise.reject(refusalError(refusal));
    }
    return transportError(type, refusal).then((error) => Promise.reject(error));
  }

  /** Sets `Retry-After`, as the endpoints do. @see RFC 9110 section 10.2.3 */
  private askToRetry(context: ExecutionContext): void {
    const response = this.getResponse(context) as PlatformResponse | undefined;
    if (response) setHeader(response, 'retry-after', RETRY_AFTER);
  }

  private record(context: ExecutionContext, reason: Refusal, request: object | undefined): void {
    if (!request) return;
    const handler = handlerOf(context);
    this.auth.recordRefusal(request as unknown as PlatformRequest, { handler, reason });
  }
}

function handlerOf(context: ExecutionContext): string {
  return `${context.getClass().name}.${context.getHandler().name}`;
}
