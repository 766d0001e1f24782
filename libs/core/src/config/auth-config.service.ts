import { Inject, Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import { assertAuthConfig } from './assert-auth-config.js';
import type { AuthConfig, AuthConfigInput } from './auth-config.js';
import { AUTH_CONFIG_INPUT, AUTH_ENVIRONMENT, AUTH_MOUNT_PATH } from './auth-config.token.js';
import { checkEnvironment } from './check-environment.js';
import { wellTypedOptions } from './check-option-types.js';
import { type Environment, originFrom, withEnvDefaults } from './env-defaults.js';
import { assertOneIssuer } from './one-issuer.js';
import { resolveAuthConfig } from './resolve-auth-config.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';
import { startWarnings } from './start-warnings.js';

/** Turns what the application configured into what the code reads, once per object. */
@Injectable()
export class AuthConfigService {
  private readonly resolved = new WeakMap<AuthConfig, ResolvedAuthConfig>();
  private readonly warned = new Set<string>();
  private readonly fixed: ResolvedAuthConfig | undefined;

  /** @throws {InvalidConfiguration} so that an application with a faulty configuration does not start */
  constructor(
    @Inject(AUTH_CONFIG_INPUT) private readonly input: AuthConfigInput,
    @Inject(AUTH_MOUNT_PATH) private readonly mountPath: string | null,
    @Inject(AUTH_ENVIRONMENT) private readonly env: Environment,
  ) {
    // What the function answers is checked when it has answered; the path is known by now.
    if (typeof input === 'function') assertNone([...this.checkPlace()]);
    this.fixed = typeof input === 'function' ? undefined : this.resolve(input);
  }

  /** The configuration when it is the same for all requests; absent when it is made for each. */
  get static(): ResolvedAuthConfig | undefined {
    return this.fixed;
  }

  /**
   * @param request - the platform's request, for a configuration that is a function of it
   * @throws {AuthError} when the function throws or what it returns does not pass the checks
   */
  forRequest(request: unknown): MaybePromise<ResolvedAuthConfig> {
    return this.fixed ?? this.lazily(request);
  }

  private async lazily(request: unknown): Promise<ResolvedAuthConfig> {
    if (typeof this.input !== 'function') return this.resolve(this.input);
    let config: AuthConfig | undefined;
    try {
      config = await this.input(request);
      return this.resolve(config);
    } catch (thrown) {
      const error = thrown instanceof AuthError ? thrown : functionFailed(thrown);
      // Here and not in a door: a guard only denies, and nobody would learn why.
      createAuthLogger(loggerOf(config)).error(error);
      throw error;
    }
  }

  /** Checked and completed at its first use; the same object is never checked twice. */
  resolve(config: AuthConfig): ResolvedAuthConfig {
    if (typeof config !== 'object' || config === null) {
      throw new InvalidConfiguration([
        new AuthError('expected a configuration object; return one from the factory or function'),
      ]);
    }
    const known = this.resolved.get(config);
    if (known) return known;
    const resolved = this.create(config);
    this.resolved.set(config, resolved);
    return resolved;
  }

  private create(config: AuthConfig): ResolvedAuthConfig {
    const codes: string[] = [];
    const mounted = this.mountPath === null ? config : { ...config, basePath: this.mountPath };
    const complete = withEnvDefaults(this.env, mounted, (code) => codes.push(code));
    assertAuthConfig(complete, [
      ...checkEnvironment(this.env),
      ...this.checkPlace(),
      ...this.checkMountPath(config),
    ]);
    const resolved = resolveAuthConfig(complete, originFrom(this.env));
    assertOneIssuer(complete.adapter, resolved.providers.values());
    for (const code of [...codes, ...startWarnings(complete, resolved)]) {
      this.warnOnce(resolved, code);
    }
    return resolved;
  }

  /** A route for everything belongs to the path, so it must be no other's and hold no pattern. */
  private *checkPlace(): Iterable<AuthError> {
    if (this.mountPath !== null && !PLACE.test(this.mountPath)) {
      yield new AuthError(
        "basePath: expected a path of its own, such as '/auth', of letters, digits, '-', '_', '.' and '~'",
      );
    }
  }

  /** In Nest the mount path is metadata of the controller, so the configuration cannot move it. */
  private *checkMountPath({ basePath }: AuthConfig): Iterable<AuthError> {
    if (this.mountPath === null || typeof basePath !== 'string') return;
    if (basePath.replace(/\/+$/, '') !== this.mountPath) {
      yield new AuthError(
        `basePath: the endpoints are mounted at \`${this.mountPath}\`; pass \`basePath\` beside the configuration, as an extra of forRoot or forRootAsync`,
      );
    }
  }

  private warnOnce({ logger }: ResolvedAuthConfig, code: string): void {
    if (this.warned.has(code)) return;
    this.warned.add(code);
    logger.warn(code);
  }
}

const PLACE = /^(?:\/[\w.~-]+)+$/;

function assertNone(problems: readonly AuthError[]): void {
  if (problems.length > 0) throw new InvalidConfiguration(problems);
}

function functionFailed(thrown: unknown): InvalidConfiguration {
  const err = toError(thrown);
  return new InvalidConfiguration([new AuthError('the configuration function failed', { err })]);
}

/** The logger of a faulty configuration, where that is none of the faults. */
function loggerOf(config: AuthConfig | null | undefined): AuthConfig['logger'] {
  return config ? wellTypedOptions(config).logger : undefined;
}
