import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthConfigService } from '../config/auth-config.service.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import { whenReady, type MaybePromise } from '../model/maybe-promise.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { ActionContext } from './context/action-context.js';
import type { AuthPath } from './context/auth-path.js';
import { type AuthRequest, headerOf } from './context/auth-request.js';
import { CallbackUrlService } from './redirects/callback-url.service.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { cookiesAfter } from '../cookies/cookies-after.js';
import { MessageRequest } from './platform/message-request.js';
import { MountPathService } from './mount/mount-path.service.js';
import {
  fromPlatform,
  type Mount,
  type PlatformRequest,
  readableRequest,
} from './platform/platform-request.js';
import { type PlatformResponse, writePrivateCookies } from './platform/platform-response.js';
import { RequestSlot } from './context/request-slot.js';
import { SessionContext } from './context/session-context.js';

/**
 * The only way for controllers, the guard, and application code to open a request.
 * All of them see the same cookies, including those that the response has already set.
 */
@Injectable()
export class AuthContextService {
  /** The `Cookie` header of a request, updated with the cookies that its response sets. */
  private readonly cookies = new RequestSlot<string>();
  private hasWarned = false;
  private readonly messages = new WeakMap<readonly unknown[], MessageRequest>();
  private readonly toOther: Mount['to'] = (own, endpoint) => this.mountPath.to(own, endpoint);

  constructor(
    private readonly configs: AuthConfigService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly mountPath: MountPathService,
  ) {}

  /** Converts a request to one of the endpoints. */
  endpoint(native: PlatformRequest): AuthRequest {
    const mount = { of: (path: string) => this.mountPath.of(path, native), to: this.toOther };
    return fromPlatform(native, mount, this.cookies.get(native));
  }

  /** Converts a request to any other route of the application, or the handshake of a socket. */
  route(native: PlatformRequest | IncomingMessage): AuthRequest {
    const request = readableRequest(native);
    const mount = { of: () => this.mountPath.beside(request), to: this.toOther };
    return fromPlatform(request, mount, this.cookies.get(native));
  }

  /**
   * Returns what a message has in place of a request: the same for all guards of one message.
   * @returns undefined if the configuration does not say where messages have their token
   */
  message(context: ExecutionContext): MessageRequest | undefined {
    const { static: fixed } = this.configs;
    if (fixed && !fixed.messageToken) return undefined;
    const args = context.getArgs();
    let message = this.messages.get(args);
    if (!message) this.messages.set(args, (message = new MessageRequest(context)));
    return message;
  }

  /** Creates the context for reading the session of a request to any other route. */
  openRoute(native: PlatformRequest | IncomingMessage): MaybePromise<SessionContext> {
    return this.openSession(this.route(native));
  }

  /** Creates the context for reading a session. */
  openSession(request: AuthRequest): MaybePromise<SessionContext> {
    const { static: fixed } = this.configs;
    if (fixed) return new SessionContext(request, fixed);
    return whenReady(
      this.configs.forRequest(request.native),
      (config) => new SessionContext(request, config),
    );
  }

  /**
   * Adds what an action needs to the context that reads the session.
   * @param caller - a `server` is not redirected afterwards, so its `callbackUrl` is the origin
   * @throws {InvalidProvider} if the provider in the path is not configured
   */
  async open(
    session: SessionContext,
    path: AuthPath,
    { csrfToken, caller }: { csrfToken?: string; caller?: 'browser' | 'server' },
  ): Promise<ActionContext> {
    const { action } = path;
    this.warnIfHttpsIsUnread(session);
    const provider = namedProvider(session, path);
    const callbackUrl =
      caller === 'server' ? session.origin : await this.callbackUrls.resolve(session);
    return Object.assign(session, { action, provider, callbackUrl, csrfToken });
  }

  /**
   * Logs once that a proxy ends TLS and the platform does not trust it: forms then point to http,
   * where the proxy may not even listen, so nothing else would reach the log.
   */
  private warnIfHttpsIsUnread({ config, request, logger }: SessionContext): void {
    if (this.hasWarned || config.origin !== undefined || request.web) return;
    const forwarded = headerOf(request, 'x-forwarded-proto');
    if (request.protocol !== 'http' || !forwarded || !/\bhttps\b/i.test(forwarded)) return;
    this.hasWarned = true;
    logger.warn('untrusted-forwarded-proto');
  }

  /** Returns the `Cookie` header as {@link send} left it; undefined if it has changed nothing. */
  changedCookies(request: PlatformRequest | IncomingMessage): string | undefined {
    return this.cookies.get(request);
  }

  /**
   * Adds cookies to a response of the application. If the request is opened again, it includes
   * them, as the browser's next request will.
   */
  send(
    request: PlatformRequest | IncomingMessage,
    response: PlatformResponse,
    cookies: readonly SetCookie[],
  ): void {
    if (cookies.length === 0) return;
    writePrivateCookies(response, cookies);
    const before = headerOf(this.route(request), 'cookie') ?? '';
    this.cookies.set(request, cookiesAfter(before, cookies));
  }
}

/**
 * Returns the provider in a path; undefined if the path has none.
 * @throws {InvalidProvider} if it is not configured
 */
export function namedProvider(
  { config }: SessionContext,
  { providerId }: AuthPath,
): ResolvedProvider | undefined {
  if (providerId === undefined) return undefined;
  const provider = config.providers.get(providerId);
  if (provider) return provider;
  const known = [...config.providers.keys()].join(', ') || 'none';
  throw new InvalidProvider(
    `the path names a provider that is not configured; configured: ${known}`,
  );
}
