import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  Injectable,
  Optional,
} from '@nestjs/common';
import { AuthService } from '../auth.service.js';
import { AuthError } from '../errors/auth.error.js';
import { ErrorPageLoop } from '../errors/configuration.errors.js';
import { InvalidRequest } from '../errors/internal.errors.js';
import type { PlatformRequest } from '../request/platform/platform-request.js';
import type { PlatformResponse } from '../request/platform/platform-response.js';
import type { SessionContext } from '../request/context/session-context.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import type { User } from '../model/user.js';
import { settled } from '../model/settled.js';
import type { AccessRule } from './access-rule.js';
import { RuleCache } from './rule-cache.js';
import { judge } from './judge.js';
import { leaveSession } from './left-session.js';
import { readingRefusal, type Refusal } from '../errors/refusal.js';
import { Refusals } from './refusals.js';
import { graphqlResponseOf, isOverSocket, requestOf } from './request-of.js';
import type { SessionSource } from './session-sources.service.js';

const NO_MODULE =
  'SessionGuard: AuthModule is not configured for this module; import `AuthModule.forRoot(…)` or `forRootAsync(…)` once in the application, and with `isGlobal: false` also here';

/**
 * The contexts whose rules admitted a user, and by the sessions of which AuthModule. A global guard
 * and the guard that a rule brings along run one after the other, with the same context.
 */
const admitted = new WeakMap<ExecutionContext, AuthService>();

/** A call of a handler: its rule, and what it has its session from. */
interface GuardedCall {
  readonly rule: AccessRule;
  readonly source: SessionSource;
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
  private readonly rules = new RuleCache(SessionGuard);
  private readonly refusals = new Refusals({
    name: this.constructor.name,
    responseOf: (context) => this.getResponse(context) as PlatformResponse | undefined,
    record: (request, refusal) => this.auth.sessions.recordRefusal(request, refusal),
  });

  protected readonly auth: AuthService;

  /** @throws {AuthError} when no configured AuthModule is visible where the guard is used */
  constructor(@Optional() auth?: AuthService) {
    if (!auth) throw new AuthError(NO_MODULE);
    this.auth = auth;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.rules.of(context);
    if (rule.access === 'public') return true;
    if (rule.rules && admitted.get(context) === this.auth) return true;
    const source = this.auth.sources.of(context, this.getRequest(context));
    if (!source) return rule.access === 'optional' || this.refusals.refuseUnread(context);
    if (source.isTrusted) return this.checkOrigin(context, { rule, source });
    return this.readAndDecide(context, { rule, source });
  }

  /** First, since browsers send cookies with a handshake no matter which page opens the socket. */
  private async checkOrigin(context: ExecutionContext, guarded: GuardedCall): Promise<boolean> {
    const { rule, source } = guarded;
    let isTrusted: boolean | undefined;
    try {
      isTrusted = await source.isTrusted?.();
    } catch (thrown) {
      return this.refuse(context, readingRefusal(thrown), source.request);
    }
    if (isTrusted) return this.readAndDecide(context, guarded);
    if (rule.access !== 'optional') return this.refuse(context, 'unauthenticated', source.request);
    return this.decide(context, guarded, null);
  }

  private readAndDecide(
    context: ExecutionContext,
    guarded: GuardedCall,
  ): boolean | Promise<boolean> {
    const { source } = guarded;
    let session: MaybePromise<Session | null>;
    try {
      session = source.read();
    } catch (thrown) {
      return this.refuse(context, readingRefusal(thrown), source.request);
    }
    if (!isPromiseLike(session)) return this.decide(context, guarded, session);
    return Promise.resolve(session).then(
      (found) => this.decide(context, guarded, found),
      (thrown) => this.refuse(context, readingRefusal(thrown), source.request),
    );
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
    const type = context.getType<string>();
    if (type === 'http') return context.getArgByIndex<object>(1);
    return type === 'graphql' ? graphqlResponseOf(context) : undefined;
  }

  private decide(
    context: ExecutionContext,
    guarded: GuardedCall,
    session: Session | null,
  ): boolean | Promise<boolean> {
    const { rule, source } = guarded;
    if (rule.rules) {
      if (session && isSignedIn(session)) return this.decideByRules(context, guarded, session);
      return this.refuseUnauthenticated(context, guarded);
    }
    return session?.user || rule.access === 'optional'
      ? this.letIn(context, source.request, session)
      : this.refuseUnauthenticated(context, guarded);
  }

  private async decideByRules(
    context: ExecutionContext,
    { rule: { rules = [] }, source: { request } }: GuardedCall,
    session: Session & { user: User },
  ): Promise<boolean> {
    const { sessions } = this.auth;
    const isThere = (ctx: SessionContext) => sessions.isThere(ctx);
    const refusal = await sessions.within(request, (ctx) =>
      judge(ctx, rules, { session, context, auth: this.auth, isThere }),
    );
    if (typeof refusal === 'string') return this.refuse(context, refusal, request);
    if (refusal instanceof HttpException) return this.refusals.refuseAs(context, refusal, request);
    if (refusal) return this.refusals.refuseStale(context, refusal, request);
    admitted.set(context, this.auth);
    return this.letIn(context, request, session);
  }

  /**
   * Sets cookies only if the request is admitted: the sender of a refused request could choose how
   * many cookies the response clears.
   */
  private letIn(
    context: ExecutionContext,
    request: PlatformRequest,
    session: Session | null,
  ): boolean | Promise<boolean> {
    leaveSession(context, session);
    // The response to a handshake was sent before.
    const response = isOverSocket(context, request)
      ? undefined
      : (this.getResponse(context) as PlatformResponse | undefined);
    const written = this.auth.sessions.admit(request, session, response);
    return isPromiseLike(written) ? Promise.resolve(written).then(() => true) : true;
  }

  private refuseUnauthenticated(
    context: ExecutionContext,
    { rule, source: { request } }: GuardedCall,
  ): boolean | Promise<boolean> {
    if (context.getType<string>() !== 'http')
      return this.refuse(context, 'unauthenticated', request);
    const location = settled(() =>
      this.auth.sessions.signInLocation(
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
    request: PlatformRequest,
    location: string | undefined,
  ): Promise<boolean> {
    return location === undefined
      ? this.refuse(context, 'unauthenticated', request)
      : this.refusals.redirect(context, location, request);
  }

  private refuse(
    context: ExecutionContext,
    refusal: Refusal,
    request: PlatformRequest,
  ): Promise<never> {
    return this.refusals.refuse(context, refusal, request);
  }
}

function isSignedIn(session: Session): session is Session & { user: User } {
  return Boolean(session.user);
}
