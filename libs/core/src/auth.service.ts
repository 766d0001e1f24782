import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { assertOrigin } from './request/csrf/assert-origin.js';
import { asThrown } from './errors/as-thrown.js';
import { AuthError } from './errors/auth.error.js';
import { ErrorPageLoop } from './errors/configuration.errors.js';
import { InvalidProvider, InvalidRequest, UntrustedOrigin } from './errors/internal.errors.js';
import { toError } from './errors/to-error.js';
import { AuthContextService } from './request/auth-context.service.js';
import type { AuthRequest } from './request/context/auth-request.js';
import { endpointRequest } from './request/body/endpoint-request.js';
import type { PlatformRequest } from './request/platform/platform-request.js';
import type { PlatformResponse } from './request/platform/platform-response.js';
import { RequestSlot } from './request/context/request-slot.js';
import { SessionContext } from './request/context/session-context.js';
import { forgetLeftSession } from './guard/left-session.js';
import { AuthHandler } from './http/auth.handler.js';
import type { ClosableSocket } from './live/closable-socket.js';
import { LiveSessionsService } from './live/live-sessions.service.js';
import { whileSignedIn } from './live/while-signed-in.js';
import { logFault } from './logging/log-fault.js';
import { isPromiseLike, type MaybePromise, whenReady } from './model/maybe-promise.js';
import type { Session } from './model/session.js';
import { settled } from './model/settled.js';
import type { Observable } from 'rxjs';
import { isNavigation, signInLocation } from './sign-in/sign-in-location.js';
import type { Exchange, SignInOptions, SignOutOptions } from './sign-in/sign-in-options.js';
import { CurrentSessionService } from './session/current/current-session.service.js';

/** The session of a request, which is read only once. */
interface Reading {
  readonly session: MaybePromise<Session | null>;
  /** A promise only until a function has returned the configuration. */
  context: MaybePromise<SessionContext>;
  /** How many sign-ins and sign-outs of the request were over when the reading began. */
  readonly changes: number;
  /** Whether the session's cookies were written to the response. */
  isWritten: boolean;
  /** The session with which the guard admitted the request, of this reading or a former one. */
  admitted?: Session | null;
}

const NO_REQUEST =
  'AuthService.getSession: expected the request of the platform; a context other than HTTP has none, so use `currentSession(context)` behind a SessionGuard';

/**
 * Sessions and sign-in for application code. Its methods throw when an endpoint would redirect to
 * an error page; an `HttpException` from a callback is rethrown unchanged.
 */
@Injectable()
export class AuthService {
  private readonly readings = new RequestSlot<Reading>();
  private readonly changes = new RequestSlot<number>();

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly handler: AuthHandler,
    private readonly live: LiveSessionsService,
  ) {}

  /**
   * Returns the session of a request. It is read once per request, however many calls there are.
   * If `response` is given, a refreshed cookie is written to it.
   * @param request - of the platform, or of a socket's handshake as Node's server received it
   * @throws {AuthError} if the session could not be read because the store or a callback failed
   */
  getSession(
    request: PlatformRequest | IncomingMessage,
    response?: PlatformResponse,
  ): MaybePromise<Session | null> {
    if (typeof request !== 'object' || request === null) throw new TypeError(NO_REQUEST);
    const known = this.readings.get(request) ?? this.read(request);
    if (response === undefined || known.isWritten) return known.session;
    known.isWritten = true;
    return whenReady(known.session, (session) =>
      within(known.context, (ctx) => {
        const changed = ctx.cookies.changed();
        const isPast = known.changes !== this.changesOf(request);
        if (changed.length > 0 && !ctx.readOnly && !isPast)
          this.contexts.send(request, response, changed);
        return session;
      }),
    );
  }

  /**
   * Returns the session of a request as it is now, even if it has been read before. A socket has
   * the request of its handshake for as long as it is open, and the session may end meanwhile.
   * @param request - as for `getSession`
   * @throws {AuthError} as `getSession`
   */
  rereadSession(request: PlatformRequest | IncomingMessage): MaybePromise<Session | null> {
    return this.read(request).session;
  }

  /**
   * Passes on what a source emits while the session of a request goes on, such as to a stream of
   * server-sent events. It completes when the session is over: at once if it ended in this process,
   * within `sockets.sweep` seconds elsewhere or by expiry. An event waits for a session that was
   * read more than `sockets.recheck` seconds ago; if that fails, it is logged and the stream ends.
   * @param request - as for `getSession`
   */
  whileSignedIn<T>(request: PlatformRequest, source: Observable<T>): Observable<T> {
    return whileSignedIn((onEnd) => this.live.whileOpen(request, onEnd), source);
  }

  /**
   * Signs in, or starts a sign-in. Cookies are set on the response; the caller redirects to `url`.
   * @throws {AuthError} if the sign-in is refused or fails
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
   * @throws {SignOutError} if the session could not be ended
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
   * Returns the URL to which the guard redirects a browser that opens a page without a session.
   * @param when - `configured` respects the option `guard.unauthenticated`; `always` ignores it
   * @returns undefined if the caller should get an error status instead
   * @throws {InvalidRequest} if the request target is not a path to which the browser can return
   * @throws {ErrorPageLoop} if the request is for the sign-in page itself
   */
  signInLocation(
    request: PlatformRequest,
    when: 'always' | 'configured',
  ): MaybePromise<string | undefined> {
    const context = this.readings.get(request)?.context ?? this.contexts.openRoute(request);
    return within(context, (ctx) => {
      if (when === 'configured' && ctx.config.unauthenticated !== 'redirect') return undefined;
      return isNavigation(ctx.request) ? this.locationOn(ctx) : undefined;
    });
  }

  /** The sign-in URL; undefined if it cannot be built, such as for an untrusted host. */
  private locationOn(ctx: SessionContext): string | undefined {
    try {
      return signInLocation(ctx);
    } catch (thrown) {
      logFault(ctx.logger, toError(thrown));
      if (thrown instanceof InvalidRequest || thrown instanceof ErrorPageLoop) throw thrown;
      return undefined;
    }
  }

  /** Calls a function of the guard with the context in which the session of a request was read. */
  withContext<R>(
    request: PlatformRequest,
    next: (ctx: SessionContext) => MaybePromise<R>,
  ): MaybePromise<R> {
    return within(this.readings.get(request)?.context ?? this.contexts.openRoute(request), next);
  }

  /**
   * Returns the session token that came with a request, for `AuthContext.token()`.
   * @param session - the current one, which another guard or AuthModule may have set
   * @returns undefined if it was not read from the token, or several values may be the session
   */
  tokenOf(request: PlatformRequest, session: Session): string | undefined {
    const { context, admitted } = this.readings.get(request) ?? {};
    if (admitted !== session || !(context instanceof SessionContext)) return undefined;
    const [form, another] = context.carrier.present().forms;
    return another ? undefined : form?.value;
  }

  /** Remembers with which session the guard has admitted a request. */
  recordAdmission(request: PlatformRequest, session: Session | null): void {
    const reading = this.readings.get(request);
    if (reading) reading.admitted = session;
  }

  /** Returns what a message has in place of a request, for the guard; undefined without `rpc`. */
  messageRequest(context: ExecutionContext): PlatformRequest | undefined {
    return this.contexts.message(context);
  }

  /**
   * Returns the handshake of a socket that `SocketAuthService` protects, and what reads its session;
   * undefined if it does not.
   */
  connectionOf(
    client: object,
  ): { request: IncomingMessage; read(): MaybePromise<Session | null> } | undefined {
    const connection = this.live.connections.get(client);
    if (!connection) return undefined;
    const { request, live } = connection;
    return { request, read: () => live?.current() ?? null };
  }

  /**
   * Returns the session of an operation over a socket, as it is now, and closes the socket when the
   * session is over.
   * @param request - the handshake
   * @throws {AuthError} as `getSession`
   */
  async sessionOverSocket(
    request: PlatformRequest | IncomingMessage,
    socket: ClosableSocket,
  ): Promise<Session | null> {
    const isFirst = !this.live.knows(request);
    const live = await this.live.overSocket(request, socket);
    return live && (isFirst ? live.current() : live.readNow());
  }

  /** Logs that the guard refused a request. */
  recordRefusal(request: PlatformRequest, refusal: { handler: string; reason: string }): void {
    const context = this.readings.get(request)?.context;
    const record = ({ logger }: SessionContext): void => logger.debug?.('guard refused', refusal);
    // A configuration that failed has already been logged.
    if (isPromiseLike(context)) context.then(record, () => undefined);
    else if (context) record(context);
  }

  /**
   * Whether a request comes from a page that may act for the user: a page of the application or of
   * one of the `trustedOrigins`. Also true for a request that no page sent. Check this before you
   * open a socket, since browsers send cookies no matter which page opens it. Refusals are logged.
   * @param request - as for `getSession`
   * @throws {AuthError} if the origin of the application is unknown
   * @see RFC 6455 section 10.2
   */
  async isFromTrustedOrigin(request: PlatformRequest | IncomingMessage): Promise<boolean> {
    const ctx = await this.contexts.openRoute(request);
    try {
      assertOrigin(ctx);
      return true;
    } catch (thrown) {
      // Logged here too if it is thrown: the guard only refuses, so the reason would be lost.
      logFault(ctx.logger, toError(thrown));
      if (!(thrown instanceof UntrustedOrigin)) throw thrown;
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
      // A reading that is still under way must not set the cookie of the session that was there.
      this.changes.set(request, this.changesOf(request) + 1);
      // The session has changed, so it must be read again.
      this.readings.set(request, undefined);
      forgetLeftSession(request);
      if (handled.redirect === undefined)
        throw new AuthError('the endpoint returned no redirect URL');
      return { url: handled.redirect };
    } catch (thrown) {
      throw asThrown(thrown);
    }
  }

  private read(request: PlatformRequest | IncomingMessage): Reading {
    const changes = this.changesOf(request);
    const context = this.contexts.openRoute(request);
    const session = within(context, (ctx) => this.sessionIn(ctx));
    const admitted = this.readings.get(request)?.admitted;
    const reading: Reading = { session, context, changes, isWritten: false, admitted };
    if (isPromiseLike(context)) {
      const keep = (opened: SessionContext): void => void (reading.context = opened);
      context.then(keep, () => undefined);
    }
    this.readings.set(request, reading);
    return reading;
  }

  private changesOf(request: object): number {
    return this.changes.get(request) ?? 0;
  }

  /** Reads the session. A failure is logged and returned as a rejection, which is remembered. */
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

/** Continues with a context, at once unless a function returns the configuration. */
function within<R>(
  context: MaybePromise<SessionContext>,
  next: (ctx: SessionContext) => MaybePromise<R>,
): MaybePromise<R> {
  return context instanceof SessionContext ? next(context) : context.then(next);
}
