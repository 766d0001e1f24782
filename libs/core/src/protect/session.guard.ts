import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthService } from '../auth.service.js';
import type { PlatformRequest, PlatformResponse } from '../exchange/platform-exchange.js';
import { setHeader } from '../exchange/platform-exchange.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { type Access, ACCESS, REDIRECT_TO_SIGN_IN, SESSION_OF_REQUEST } from './access.js';
import { redirectError, type Refusal, refusalError, transportError } from './refusal.js';
import { requestOf, type RequestWithSession } from './request-of.js';

/** What the decorators of a handler say. */
interface Rule {
  readonly access: Access;
  readonly redirect: boolean;
}

/**
 * Lets in who has a session: 401 for everybody else, 503 when it cannot be told. A browser that
 * opens a page is sent to the sign-in page where `guard.unauthenticated` or `@RedirectToSignIn()`
 * says so. Fits as `APP_GUARD`. In a context it does not know it lets nobody in.
 * @see specification, Authentication 10; design decision 6
 */
@Injectable()
export class SessionGuard implements CanActivate {
  // Read from metadata once for each handler, not at each request.
  private readonly rules = new WeakMap<object, WeakMap<object, Rule>>();

  constructor(protected readonly auth: AuthService) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.ruleOf(context);
    if (rule.access === 'public') return true;
    const request = this.getRequest(context);
    if (!request) return rule.access === 'optional' || this.refuse(context, 'unauthenticated');
    let session: MaybePromise<Session | null>;
    try {
      session = this.auth.getSession(request as unknown as PlatformRequest);
    } catch {
      return this.refuse(context, 'unavailable');
    }
    if (!isPromiseLike(session)) return this.decide(context, { rule, request, session });
    return Promise.resolve(session).then(
      (found) => this.decide(context, { rule, request, session: found }),
      () => this.refuse(context, 'unavailable'),
    );
  }

  /** The request whose cookies tell who it is. Override it for a transport of your own. */
  protected getRequest(context: ExecutionContext): RequestWithSession | undefined {
    return requestOf(context);
  }

  /** The response that gets a refreshed cookie; undefined where there is none. */
  protected getResponse(context: ExecutionContext): object | undefined {
    return context.getType<string>() === 'http' ? context.getArgByIndex<object>(1) : undefined;
  }

  private decide(
    context: ExecutionContext,
    {
      rule,
      request,
      session,
    }: { rule: Rule; request: RequestWithSession; session: Session | null },
  ): boolean | Promise<boolean> {
    request[SESSION_OF_REQUEST] = session;
    if (session?.user || rule.access === 'optional') return this.letIn(context, request);
    return this.refuseUnauthenticated(context, rule);
  }

  /** Who is refused gets no cookies: a stranger chooses how many there would be to clear. */
  private letIn(
    context: ExecutionContext,
    request: RequestWithSession,
  ): boolean | Promise<boolean> {
    const response = this.getResponse(context) as PlatformResponse | undefined;
    if (!response) return true;
    const written = this.auth.getSession(request as unknown as PlatformRequest, response);
    return isPromiseLike(written) ? Promise.resolve(written).then(() => true) : true;
  }

  private refuseUnauthenticated(context: ExecutionContext, rule: Rule): boolean | Promise<boolean> {
    if (context.getType<string>() !== 'http') return this.refuse(context, 'unauthenticated');
    const location = this.auth.signInLocation(
      context.switchToHttp().getRequest<PlatformRequest>(),
      rule.redirect ? 'always' : 'configured',
    );
    if (!isPromiseLike(location)) return this.answer(context, location);
    return Promise.resolve(location).then((found) => this.answer(context, found));
  }

  private answer(context: ExecutionContext, location: string | undefined): Promise<boolean> {
    if (location === undefined) return this.refuse(context, 'unauthenticated');
    this.record(context, 'unauthenticated');
    const response = context.switchToHttp().getResponse<PlatformResponse>();
    setHeader(response, 'location', location);
    setHeader(response, 'cache-control', 'no-store');
    return Promise.reject(redirectError());
  }

  private refuse(context: ExecutionContext, refusal: Refusal): Promise<boolean> {
    this.record(context, refusal);
    const type = context.getType<string>();
    if (type === 'http') return Promise.reject(refusalError(refusal));
    return transportError(type, refusal).then((error) => Promise.reject(error));
  }

  private record(context: ExecutionContext, refusal: Refusal): void {
    const request = this.getRequest(context) as PlatformRequest | undefined;
    const handler = `${context.getClass().name}.${context.getHandler().name}`;
    if (request) this.auth.recordRefusal(request, { handler, reason: refusal });
  }

  private ruleOf(context: ExecutionContext): Rule {
    const handler = context.getHandler();
    const controller = context.getClass();
    let ofController = this.rules.get(controller);
    if (!ofController) this.rules.set(controller, (ofController = new WeakMap()));
    let rule = ofController.get(handler);
    if (!rule) ofController.set(handler, (rule = readRule(handler, controller)));
    return rule;
  }
}

/** The handler's own word counts before its controller's; a guard of its own is such a word. */
function readRule(handler: object, controller: object): Rule {
  const read = <T>(key: symbol): T | undefined =>
    (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as T | undefined;
  const own = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
  return {
    access: own ?? (isGuarded(handler) ? 'required' : (read<Access>(ACCESS) ?? 'required')),
    redirect: read<boolean>(REDIRECT_TO_SIGN_IN) ?? false,
  };
}

/** Whether `@UseGuards` on the handler itself names this guard, or one that extends it. */
function isGuarded(handler: object): boolean {
  const guards = (Reflect.getMetadata(GUARDS, handler) ?? []) as unknown[];
  return guards.some(
    (guard) =>
      guard === SessionGuard ||
      guard instanceof SessionGuard ||
      (typeof guard === 'function' && guard.prototype instanceof SessionGuard),
  );
}

/** The key under which Nest keeps what `@UseGuards` names. */
const GUARDS = '__guards__';
