import { Injectable } from '@nestjs/common';
import { AuthConfigService } from '../../config/auth-config.service.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import { withTimeout } from '../../model/with-timeout.js';
import { storeProbes } from './store-probes.js';

/** Whether a store responds. */
export type StoreHealth = 'up' | 'down';

/** A result for `HealthCheckService` of `@nestjs/terminus`. It contains no driver messages. */
export type AuthHealth<Key extends string = string> = Record<
  Key,
  { status: StoreHealth; adapter?: StoreHealth; revocation?: StoreHealth }
>;

export interface AuthHealthOptions {
  /** How long the stores may take together, in seconds. @default the configured `timeout` */
  readonly timeout?: number;
  /** Required when the configuration is a function of the request. */
  readonly request?: PlatformRequest;
}

/**
 * Reports the health of what signed-in requests depend on: the adapter and the store in
 * `session.revocation`. The store in `limits` is not checked, since sign-in works without it.
 * @example `this.health.check([() => this.auth.isHealthy('auth', { timeout: 2 })])`
 */
@Injectable()
export class AuthHealthIndicator {
  constructor(private readonly configs: AuthConfigService) {}

  /**
   * Checks each store by reading entries that do not exist.
   * @param key - the name in the result
   * @throws {AuthError} if `timeout` is not a positive number, or if the configuration is a
   * function and no request is passed; a failing store does not throw, but is reported as `down`
   */
  async isHealthy<Key extends string = 'auth'>(
    key: Key = 'auth' as Key,
    { timeout, request }: AuthHealthOptions = {},
  ): Promise<AuthHealth<Key>> {
    assertTimeout(timeout);
    const config = await this.configFor(request);
    const timeoutMs = timeout === undefined ? config.timeoutMs : timeout * 1000;
    const stores = await Promise.all(
      Object.entries(storeProbes(config)).map(async ([store, reads]) => {
        const all = Promise.all(reads.map((read) => read()));
        return [store, await stateOf(store, all, { ...config, timeoutMs })] as const;
      }),
    );
    const status = stores.some(([, state]) => state === 'down') ? 'down' : 'up';
    return { [key]: { status, ...Object.fromEntries(stores) } } as AuthHealth<Key>;
  }

  private async configFor(request?: PlatformRequest): Promise<ResolvedAuthConfig> {
    const config = this.configs.static;
    if (config) return config;
    if (request) return this.configs.forRequest(request);
    throw new AuthError(
      'AuthHealthIndicator: pass `{ request }`; the configuration is a function of the request',
    );
  }
}

async function stateOf(
  store: string,
  reads: Promise<unknown>,
  { timeoutMs, logger }: ResolvedAuthConfig,
): Promise<StoreHealth> {
  try {
    await withTimeout(reads, timeoutMs, `the health check of the ${store}`);
    return 'up';
  } catch (thrown) {
    const err = toError(thrown);
    logger.error(new AuthError(`the health check reports \`${OPTIONS[store]}\` as down`, { err }));
    return 'down';
  }
}

/** The option of each store. */
const OPTIONS: Readonly<Record<string, string>> = {
  adapter: 'adapter',
  revocation: 'session.revocation',
};

function assertTimeout(timeout: unknown): void {
  if (timeout === undefined || (Number.isFinite(timeout) && Number(timeout) > 0)) return;
  throw new AuthError('AuthHealthIndicator: `timeout` must be a positive number of seconds');
}
