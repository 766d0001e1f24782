import { Injectable } from '@nestjs/common';
import { AuthConfigService } from '../config/auth-config.service.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import { whenReady, type MaybePromise } from '../model/maybe-promise.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { AuthContext } from './auth-context.js';
import type { AuthPath } from './auth-path.js';
import { type AuthRequest, headerOf } from './auth-request.js';
import { CallbackUrlService } from './callback-url.service.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { cookiesAfter } from '../cookies/cookies-after.js';
import { MountPathService } from './mount-path.service.js';
import { fromPlatform, type PlatformRequest } from './platform-request.js';
import { type PlatformResponse, writePrivateCookies } from './platform-response.js';
import { RequestSlot } from './request-slot.js';
import { SessionContext } from './session-context.js';

/**
 * The only way to open a request, for a controller, the guard, or code of the application.
 * All of them see the same cookies, including those that a response has set since.
 */
@Injectable()
export class AuthContextService {
  /** The `Cookie` header of a request, updated with the cookies that its response sets. */
  private readonly cookies = new RequestSlot<string>();

  constructor(
    private readonly configs: AuthConfigService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly mountPath: MountPathService,
  ) {}

  /** A request to one of the endpoints. */
  endpoint(native: PlatformRequest): AuthRequest {
    const mountPath = (path: string): string => this.mountPath.of(path, native);
    return fromPlatform(native, mountPath, this.cookies.get(native));
  }

  /** A request to any other route of the application. */
  route(native: PlatformRequest): AuthRequest {
    const mountPath = (): string => this.mountPath.beside(native);
    return fromPlatform(native, mountPath, this.cookies.get(native));
  }

  /** The context for reading the session of a request to any other route. */
  openRoute(native: PlatformRequest): MaybePromise<SessionContext> {
    return this.openSession(this.route(native));
  }

  /** The context for reading a session. */
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
   * @param caller - a `server` is not redirected afterwards: `callbackUrl` is the origin
   * @throws {InvalidProvider} when the path names a provider that is not configured
   */
  async open(
    session: SessionContext,
    path: AuthPath,
    { csrfToken, caller }: { csrfToken?: string; caller?: 'browser' | 'server' },
  ): Promise<AuthContext> {
    const { action } = path;
    const provider = namedProvider(session, path);
    const callbackUrl =
      caller === 'server' ? session.origin : await this.callbackUrls.resolve(session);
    return Object.assign(session, { action, provider, callbackUrl, csrfToken });
  }

  /**
   * Adds cookies to a response of the application. Code that opens the request afterwards finds
   * them in it, as in the browser's next request.
   */
  send(request: PlatformRequest, response: PlatformResponse, cookies: readonly SetCookie[]): void {
    if (cookies.length === 0) return;
    writePrivateCookies(response, cookies);
    const before = headerOf(this.route(request), 'cookie') ?? '';
    this.cookies.set(request, cookiesAfter(before, cookies));
  }
}

/**
 * The provider that a path names.
 * @throws {InvalidProvider} when it is not configured
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
