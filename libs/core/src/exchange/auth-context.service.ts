import { Injectable } from '@nestjs/common';
import { AuthConfigService } from '../config/auth-config.service.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import { whenReady, type MaybePromise } from '../model/maybe-promise.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { AuthContext } from './auth-context.js';
import type { AuthPath } from './auth-path.js';
import type { AuthRequest } from './auth-request.js';
import { CallbackUrlService } from './callback-url.service.js';
import { SessionContext } from './session-context.js';

/** Computes, once per request, what depends on it. */
@Injectable()
export class AuthContextService {
  constructor(
    private readonly configs: AuthConfigService,
    private readonly callbackUrls: CallbackUrlService,
  ) {}

  /** What reading a session needs. */
  openSession(request: AuthRequest): MaybePromise<SessionContext> {
    return whenReady(
      this.configs.forRequest(request.native),
      (config) => new SessionContext(request, config),
    );
  }

  /**
   * What an action needs on top.
   * @throws {InvalidProvider} when the path names a provider that is not configured
   */
  async open(
    session: SessionContext,
    path: AuthPath,
    csrfToken: string | undefined,
  ): Promise<AuthContext> {
    const { action } = path;
    const provider = namedProvider(session, path);
    const callbackUrl = await this.callbackUrls.resolve(session);
    // One of its own with the same jar; one that inherits would be slow to read from ever after.
    return Object.assign(new SessionContext(session.request, session.config, session.cookies), {
      action,
      provider,
      callbackUrl,
      csrfToken,
    });
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
