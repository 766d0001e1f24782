import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { asThrown } from './errors/as-thrown.js';
import { AuthError } from './errors/auth.error.js';
import { InvalidProvider } from './errors/internal.errors.js';
import { RequestSessionsService } from './guard/request-sessions.service.js';
import { SessionSourcesService } from './guard/session-sources.service.js';
import { AuthHandler } from './http/auth.handler.js';
import { OpenConnectionsService } from './live/open-connections.service.js';
import { whileSignedIn } from './live/while-signed-in.js';
import type { MaybePromise } from './model/maybe-promise.js';
import type { Session } from './model/session.js';
import { AuthContextService } from './request/auth-context.service.js';
import { endpointRequest } from './request/body/endpoint-request.js';
import type { AuthRequest } from './request/context/auth-request.js';
import type { PlatformRequest } from './request/platform/platform-request.js';
import type { PlatformResponse } from './request/platform/platform-response.js';
import type { Exchange, SignInOptions, SignOutOptions } from './sign-in/sign-in-options.js';

const NO_REQUEST =
  'AuthService.getSession: expected the request of the platform; a context other than HTTP has none, so use `currentSession(context)` behind a SessionGuard';

/**
 * Sessions and sign-in for application code. Its methods throw when an endpoint would redirect to
 * an error page; an `HttpException` from a callback is rethrown unchanged.
 */
@Injectable()
export class AuthService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly handler: AuthHandler,
    private readonly live: OpenConnectionsService,
    /** @internal */
    readonly sessions: RequestSessionsService,
    /** @internal */
    readonly sources: SessionSourcesService,
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
    return this.sessions.get(request, response);
  }

  /**
   * Returns the session of a request as it is now, even if it has been read before. A socket has
   * the request of its handshake for as long as it is open, and the session may end meanwhile.
   * @param request - as for `getSession`
   * @throws {AuthError} as `getSession`
   */
  rereadSession(request: PlatformRequest | IncomingMessage): MaybePromise<Session | null> {
    return this.sessions.reread(request);
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
   * Whether a request comes from a page that may act for the user: a page of the application or of
   * one of the `trustedOrigins`. Also true for a request that no page sent. Check this before you
   * open a socket, since browsers send cookies no matter which page opens it. Refusals are logged.
   * @param request - as for `getSession`
   * @throws {AuthError} if the origin of the application is unknown
   * @see RFC 6455 section 10.2
   */
  isFromTrustedOrigin(request: PlatformRequest | IncomingMessage): Promise<boolean> {
    return this.sources.isFromTrustedOrigin(request);
  }

  private async post(
    { request, response }: Exchange,
    posted: AuthRequest,
  ): Promise<{ url: string }> {
    try {
      const handled = await this.handler.handle(posted, { csrf: 'skip', errors: 'throw' });
      this.contexts.send(request, response, handled.cookies);
      this.sessions.forget(request);
      if (handled.redirect === undefined)
        throw new AuthError('the endpoint returned no redirect URL');
      return { url: handled.redirect };
    } catch (thrown) {
      throw asThrown(thrown);
    }
  }
}
