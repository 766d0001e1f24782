import { Inject, Injectable, Optional } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { logFault } from '../logging/log-fault.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import { AdapterIssuersService } from './adapter-issuers.service.js';
import { assertAuthConfig } from './checks/assert-auth-config.js';
import type { AuthConfig, AuthConfigInput } from './options/auth-config.js';
import {
  AUTH_CONFIG_INPUT,
  AUTH_ENVIRONMENT,
  AUTH_FEATURE_OPTIONS,
  AUTH_INSTANCE,
  AUTH_IS_LAZY,
  AUTH_MOUNT_PATH,
} from './auth-config.token.js';
import { configOf } from './config-of.js';
import { checkClientAddress, checkEnvironment, checkMailOrigin } from './check-environment.js';
import { checkPlainCookies } from './checks/check-cookies.js';
import { wellTypedOptions } from './checks/check-option-types.js';
import { copyOptions } from './copy-options.js';
import { type Environment, originFrom, withEnvDefaults } from './env-defaults.js';
import { featuresOff } from './features-off.js';
import { ownUserProviders } from './own-users.js';
import { type Instance, ONLY_INSTANCE } from './module-instance.js';
import { LazyConfigs } from './lazy-configs.js';
import { resolveAuthConfig } from './resolve-auth-config.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';
import { type FeatureOptions, optionNames } from './options/feature-options.js';
import { lackedElsewhere } from './pages-elsewhere.js';
import { startWarnings } from './start-warnings.js';

/** Checks and completes the application's configuration, once per object. */
@Injectable()
export class AuthConfigService {
  private readonly resolved = new WeakMap<
    AuthConfig,
    { owner: string; config: ResolvedAuthConfig }
  >();
  private readonly warned = new Set<string>();
  private readonly lazyConfigs = new LazyConfigs();
  /** The configuration if it is the same for all requests; undefined if a function returns it. */
  readonly static: ResolvedAuthConfig | undefined;

  /** @throws {InvalidConfiguration} if the configuration is faulty, which prevents the start */
  constructor(
    @Inject(AUTH_CONFIG_INPUT) private readonly input: AuthConfigInput,
    @Inject(AUTH_MOUNT_PATH) private readonly mountPath: string | null,
    @Inject(AUTH_ENVIRONMENT) private readonly env: Environment,
    @Optional() @Inject(AUTH_INSTANCE) private readonly instance: Instance = ONLY_INSTANCE,
    @Optional() private readonly issuers: AdapterIssuersService = new AdapterIssuersService(),
    @Optional()
    @Inject(AUTH_IS_LAZY)
    private readonly isLazy: (request: unknown) => boolean = () => true,
    @Optional()
    @Inject(AUTH_FEATURE_OPTIONS)
    private readonly features: readonly FeatureOptions[] = [],
  ) {
    // The result of a function is checked when it has returned; the mount path is already known.
    if (typeof input === 'function') assertNone([...this.checkPlace()]);
    this.static = typeof input === 'function' ? undefined : this.resolve(input);
  }

  /**
   * @param request - the platform's request, which a configuration function receives
   * @throws {AuthError} if the function throws, or returns a configuration that fails the checks
   */
  forRequest(request: unknown): MaybePromise<ResolvedAuthConfig> {
    return this.static ?? this.lazily(request);
  }

  private async lazily(request: unknown): Promise<ResolvedAuthConfig> {
    if (typeof this.input !== 'function') return this.resolve(this.input);
    let config: AuthConfig | undefined;
    try {
      config = await configOf(this.input, request);
      return this.resolve(config, this.isLazy(request) ? 'lazy' : 'fixed');
    } catch (thrown) {
      const error = thrown instanceof AuthError ? thrown : functionFailed(thrown);
      // Logged here and not by callers: a guard only denies access, so the reason would be lost.
      logFault(createAuthLogger(loggerOf(config)), error);
      throw error;
    }
  }

  /**
   * Checks and completes a configuration at its first use; the same object is not checked twice,
   * unless a function has changed whose sessions it issues.
   * @param kind - `lazy` if it is one of several that a configuration function returns
   */
  resolve(config: AuthConfig, kind: 'fixed' | 'lazy' = 'fixed'): ResolvedAuthConfig {
    if (typeof config !== 'object' || config === null) {
      throw new InvalidConfiguration([
        new AuthError(
          `expected a configuration object, got ${config === undefined ? 'undefined' : 'something else'}; pass one to \`forRoot\` or \`Auth\`, or return one from \`useFactory\`, \`createAuthConfig()\` or the function of the request`,
        ),
      ]);
    }
    const owner = JSON.stringify([config.tenant, config.secret]);
    const known = this.resolved.get(config);
    if (known?.owner === owner) return known.config;
    const resolved = this.create(config, kind);
    this.resolved.set(config, { owner, config: resolved });
    return resolved;
  }

  private create(config: AuthConfig, kind: 'fixed' | 'lazy'): ResolvedAuthConfig {
    const codes: string[] = [];
    const own = copyOptions(config, optionNames(this.features));
    const mounted = this.mountPath === null ? own : { ...own, basePath: this.mountPath };
    const complete = withEnvDefaults(this.env, mounted, (code) => codes.push(code));
    const found = [
      ...checkEnvironment(this.env),
      ...checkMailOrigin(this.env, complete),
      ...checkPlainCookies(complete, originFrom(this.env)),
      ...(this.mountPath === null ? checkClientAddress(this.env, complete) : []),
      ...this.checkPlace(),
      ...this.checkMountPath(config),
    ];
    assertAuthConfig(complete, found, this.features);
    const place = { origin: originFrom(this.env), instance: this.instance.name };
    const resolved = resolveAuthConfig(complete, place, this.features);
    assertNone([...this.issuers.check(config.adapter, resolved)]);
    codes.push(...this.instance.warnings);
    const difference = kind === 'lazy' ? this.lazyConfigs.difference(config, resolved) : undefined;
    if (difference) codes.push(difference);
    for (const code of [...codes, ...startWarnings(complete, resolved, this.env)]) {
      this.warnOnce(resolved, code);
    }
    this.reportOnce(resolved);
    this.reportPagesElsewhere(resolved, complete.redirectProxyUrl !== undefined);
    return resolved;
  }

  /** A catch-all route uses the path: it must be below the root and must not contain a pattern. */
  private *checkPlace(): Iterable<AuthError> {
    if (this.mountPath !== null && !PLACE.test(this.mountPath)) {
      yield new AuthError(
        "basePath: expected a path below the root, such as '/auth', made of letters, digits, '-', '_', '.' and '~'",
      );
    }
    yield* this.instance.problems ?? [];
    if (this.instance.fault !== undefined) yield new AuthError(this.instance.fault);
  }

  /** Nest stores the mount path with the controller, so the configuration cannot change it. */
  private *checkMountPath({ basePath }: AuthConfig): Iterable<AuthError> {
    if (this.mountPath === null || typeof basePath !== 'string') return;
    if (basePath.replace(/\/+$/, '') !== this.mountPath) {
      yield new AuthError(
        `basePath: the endpoints are mounted at \`${this.mountPath}\`; set \`basePath\` in the second argument of forRoot, or in the options of forRootAsync`,
      );
    }
  }

  private warnOnce({ logger }: ResolvedAuthConfig, code: string): void {
    if (this.warned.has(code)) return;
    this.warned.add(code);
    logger.warn(code);
  }

  /** Reports what the adapter leaves out, once for all adapters that leave out the same. */
  private reportOnce(resolved: ResolvedAuthConfig): void {
    this.reportOwnUsers(resolved);
    const off = featuresOff(resolved);
    const key = JSON.stringify(off);
    if (key === '{}' || this.warned.has(key)) return;
    this.warned.add(key);
    resolved.logger.info('adapter lacks optional operations', { off });
  }

  private reportPagesElsewhere(resolved: ResolvedAuthConfig, hasProxy: boolean): void {
    for (const lack of lackedElsewhere(resolved, hasProxy)) {
      if (this.warned.has(lack)) continue;
      this.warned.add(lack);
      resolved.logger.info(lack);
    }
  }

  private reportOwnUsers(resolved: ResolvedAuthConfig): void {
    const providers = ownUserProviders(resolved).filter((id) => {
      const provider = resolved.providers.get(id);
      return provider?.type === 'credentials' && provider.usersOfAdapter === undefined;
    });
    const key = JSON.stringify({ own: providers });
    if (providers.length === 0 || this.warned.has(key)) return;
    this.warned.add(key);
    resolved.logger.info(OWN_USERS, { providers });
  }
}

const OWN_USERS =
  'ids that `authorize` returns are not ids of the adapter; if both are one table, set `usersOfAdapter: true` on the Credentials provider';

const PLACE = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

function assertNone(problems: readonly AuthError[]): void {
  if (problems.length > 0) throw new InvalidConfiguration(problems);
}

function functionFailed(thrown: unknown): InvalidConfiguration {
  const err = toError(thrown);
  return new InvalidConfiguration([new AuthError('the configuration function failed', { err })]);
}

/** Returns the logger of a faulty configuration, unless the logger itself is invalid. */
function loggerOf(config: AuthConfig | null | undefined): AuthConfig['logger'] {
  return config ? wellTypedOptions(config).logger : undefined;
}
