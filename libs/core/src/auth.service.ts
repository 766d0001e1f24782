import { Injectable } from '@nestjs/common';
import { assertOrigin } from './csrf/assert-origin.js';
import { asThrown } from './errors/as-thrown.js';
import { AuthError } from './errors/auth.error.js';
import { InvalidProvider, InvalidRequest, UntrustedOrigin } from './errors/internal.errors.js';
import { toError } from './errors/to-error.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { AuthRequest } from './exchange/auth-request.js';
import { endpointRequest } from './exchange/endpoint-request.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import type { PlatformResponse } from './exchange/platform-response.js';
import { RequestSlot } from './exchange/request-slot.js';
import type { SessionContext } from './exchange/session-context.js';
import { AuthHandler } from './http/auth.handler.js';
import { logFault } from './logging/log-fault.js';
import { isPromiseLike, type MaybePromise, whenReady } from './model/maybe-promise.js';
import type { Session } from './model/session.js';
import { settled } from './model/settled.js';
import { isNavigation, signInLocation } from './sign-in/sign-in-location.js';
import type { Exchange, SignInOptions, SignOutOptions } from './sign-in/sign-in-options.js';
import { CurrentSessionService } from './session/current-session.service.js';

/** A session that is read once for a request. */
interface Reading {
  session: MaybePromise<Session | null>;
  /** Absent until the configuration is known; for ever if that failed. */
  context: SessionContext | undefined;
  /** Whether its cookies were written to the response. */
  isWritten: boolean;
}

/**
 * Sessions and sign-in for code of the application. It throws where the endpoints would redirect to
 * an error; an `HttpException` of a callback is rethrown unchanged.
 */
@Injectable()
export class AuthService {
  private readonly readings = new RequestSlot<Reading>();

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly handler: AuthHandler,
  ) {}

  /**
   * The session of a request, read once per request however often it is asked for. Given the
   * response, a refreshed cookie is written to it.
   * @throws {AuthError} when the session could not be read: the store or a callback failed
   */
  getSession(request: PlatformRequest, response?: PlatformResponse): MaybePromise<Session | null> {
    const known = this.readings.get(request) ?? this.read(request);
    if (response === undefined || known.isWritten) return known.session;
    known.isWritten = true;
    return whenReady(known.session, (session) => {
      const { context } = known;
      const changed = context?.readOnly ? [] : (context?.cookies.changed() ?? []);
      if (changed.length > 0) this.contexts.send(request, response, changed);
      return session;
    });
  }

  /**
   * Signs in, or starts a sign-in. Cookies are set on the response; the caller redirects to `url`.
   * @throws {AuthError} when the sign-in is refused or fails
   */
  async signIn({
    request,
    response,
    provider,
    params = {},
  }: SignInOptions): Promise<{ url: string }> {
    const { request: base, config } = await this.contexts.openRoute(request);
    const kind = config.providers.get(provider)?.type;
    if (kind === undefined)
      throw new InvalidProvider('signIn: `provider` is not the id of a configured provider');
    const action = kind === 'credentials' ? 'callback' : 'signin';
    return this.post(
      { request, response },
      endpointRequest(base, { action: `${action}/${provider}`, body: params }),
    );
  }

  /**
   * Signs out. Cookies are set on the response; the caller redirects the browser to `url`.
   * @throws {SignOutError} when the store refuses to end the session
   */
  signOut({
    request,
    response,
    params = {},
    federated = true,
  }: SignOutOptions): Promise<{ url: string }> {
    const body = federated ? params : { ...params, federated: 'false' };
    return this.post(
      { request, response },
      endpointRequest(this.contexts.route(request), { action: 'signout', body }),
    );
  }

  /**
   * Where the guard redirects a browser that opens a page without a session.
   * @param when - `configured` applies the option `guard.unauthenticated`
   * @returns undefined where the caller should get a status instead
   * @throws {InvalidRequest} where the request target is not a path to return to
   */
  signInLocation(
    request: PlatformRequest,
    when: 'always' | 'configured',
  ): MaybePromise<string | undefined> {
    const context = this.readings.get(request)?.context ?? this.contexts.openRoute(request);
    return whenReady(context, (ctx) => {
      if (when === 'configured' && ctx.config.unauthenticated !== 'redirect') return undefined;
      return isNavigation(ctx.request) ? this.locationOn(ctx) : undefined;
    });
  }

  /** The sign-in URL; undefined for a request whose host is not trusted. */
  private locationOn(ctx: SessionContext): string | undefined {
    try {
      return signInLocation(ctx);
    } catch (thrown) {
      logFault(ctx.logger, toError(thrown));
      if (thrown instanceof InvalidRequest) throw thrown;
      return undefined;
    }
  }

  /** Logs that the guard refused a request. */
  recordRefusal(request: PlatformRequest, refusal: { handler: string; reason: string }): void {
    this.readings.get(request)?.context?.logger.debug?.('guard refused', refusal);
  }

  /**
   * Whether a request comes from a page that may act for a visitor: one of the application, one of
   * `trustedOrigins`, or no page at all. Check it where a socket is opened, since browsers send
   * cookies whatever page opens it. Refusals are logged.
   * @throws {AuthError} when the origin of the application is unknown
   * @see RFC 6455 section 10.2
   */
  async isFromTrustedOrigin(request: PlatformRequest): Promise<boolean> {
    const ctx = await this.contexts.openRoute(request);
    try {
      assertOrigin(ctx);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof UntrustedOrigin)) throw thrown;
      logFault(ctx.logger, thrown);
      return false;
    }
  }

  private async post(
    { request, response }: Exchange,
    posted: AuthRequest,
  ): Promise<{ url: string }> {
    try {
      const handled = await this.handler.handle(posted, { csrf: 'skip', errors: 'throw' });
      this.contexts.send(request, response, handled.cookies);
      // The session of this request has changed.
      this.readings.set(request, undefined);
      if (handled.redirect === undefined)
        throw new AuthError('the endpoint returned no redirect URL');
      return { url: handled.redirect };
    } catch (thrown) {
      throw asThrown(thrown);
    }
  }

  private read(request: PlatformRequest): Reading {
    const reading: Reading = { session: null, context: undefined, isWritten: false };
    reading.session = whenReady(this.contexts.openRoute(request), (context) => {
      reading.context = context;
      return this.sessionIn(context);
    });
    this.readings.set(request, reading);
    return reading;
  }

  /** Logs a failure, and returns it as a rejection, so that it is remembered and not repeated. */
  private sessionIn(ctx: SessionContext): MaybePromise<Session | null> {
    const fail = (thrown: unknown): never => {
      logFault(ctx.logger, toError(thrown));
      throw asThrown(thrown);
    };
    try {
      const session = this.sessions.read(ctx, 'server');
      return isPromiseLike(session) ? session.then(undefined, fail) : session;
    } catch (thrown) {
      return settled(() => fail(thrown));
    }
  }
}
