import type { Server } from 'node:http';
import {
  type DynamicModule,
  Inject,
  Module,
  type NestModule,
  type OnApplicationBootstrap,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryModule,
  ExternalContextCreator,
  HttpAdapterHost,
  ModuleRef,
  ModulesContainer,
} from '@nestjs/core';
import {
  authControllersAt,
  catchAllBehind,
  dropCatchAll,
  mapRoutes,
  type MountedControllers,
  spellRoutesFor,
} from './auth.controller.js';
import {
  ASYNC_OPTIONS_TYPE,
  type AuthModuleExtras,
  ConfigurableModuleClass,
} from './auth.module-definition.js';
import { contextOpening, declaredIn, instance, routerPathOf } from './auth-module.injectables.js';
import { exportsOf, injectablesOf } from './auth.injectables.js';
import { AuthSharedModule } from './auth-shared.module.js';
import type { AuthConfigInput } from './config/options/auth-config.js';
import { assertStoresReady } from './config/assert-stores-ready.js';
import { AuthConfigService } from './config/auth-config.service.js';
import {
  AUTH_CONFIG_INPUT,
  AUTH_DECLARED,
  AUTH_ENVIRONMENT,
  AUTH_MOUNT_PATH,
} from './config/auth-config.token.js';
import { comparePort } from './config/compare-port.js';
import { checkFeatures } from './config/checks/check-features.js';
import { checkNeighbours } from './config/checks/check-neighbours.js';
import { checkModuleOptions, checkSource } from './config/checks/check-module-options.js';
import { processEnvironment } from './config/env-defaults.js';
import type { DeclaredInstance } from './config/module-instance.js';
import type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
import { AuthError } from './errors/auth.error.js';
import { InvalidConfiguration } from './errors/configuration.errors.js';
import type { AdapterSession } from './adapter/adapter-rows.js';
import { CORE_FEATURES } from './features.js';
import { AUTH_JS_ROUTES } from './http/auth-js-routes.js';
import { routesOf } from './http/auth-routes.js';
import { FeaturesService } from './feature-port/features.service.js';
import { MountPathService } from './request/mount/mount-path.service.js';
import { createAuthLogger } from './logging/nest-auth-logger.js';
import { RESERVED_CLAIMS } from './session/token/reserved-claims.js';
import { SessionGuard } from './guard/session.guard.js';
import type { ContextOpener } from './guard/auth-context.js';
import { CONTEXT_OPENER, openContexts } from './guard/open-contexts.js';
import { hasUnguardedFields } from './guard/unguarded-fields.js';
import { reportUnguardedMessages } from './guard/unguarded-messages.js';

/** Options of `forRootAsync`. */
export type AuthModuleAsyncOptions = typeof ASYNC_OPTIONS_TYPE & AuthModuleExtras;

/** Injection token for the controllers of one module. */
const MOUNTED_CONTROLLERS = Symbol('authnest:mounted-controllers');

/**
 * Sign-in for a Nest application: endpoints, pages, guard and services.
 * @example `AuthModule.forRootAsync({ inject: [Adapter], useFactory: (adapter) => ({ adapter, providers }) })`
 * @see docs/design/decisions.md 23
 */
@Module({})
export class AuthModule
  extends ConfigurableModuleClass
  implements NestModule, OnModuleInit, OnApplicationBootstrap
{
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly platform: HttpAdapterHost,
    // Absent if a feature module imports the bare class, to use what the configured one exports.
    @Optional() @Inject(MOUNTED_CONTROLLERS) private readonly mounted?: MountedControllers,
    @Optional() @Inject(AUTH_MOUNT_PATH) private readonly mountPath?: string,
    @Optional() private readonly modules?: ModulesContainer,
    @Optional() @Inject(CONTEXT_OPENER) private readonly contexts?: ContextOpener,
  ) {
    super();
  }

  /** @param config - the configuration, or a (possibly async) function of the request */
  static override forRoot(config: AuthConfigInput, extras: AuthModuleExtras = {}): DynamicModule {
    // Passed as a factory, since the builder would copy an object's members and lose a function.
    return this.forRootAsync({ useFactory: () => config, ...extras });
  }

  /** @param options - with `useFactory` and `inject`, `useClass`, or `useExisting` */
  static override forRootAsync(options: AuthModuleAsyncOptions): DynamicModule {
    const {
      basePath = '/auth',
      name,
      isGlobal = true,
      context,
      features: added,
      ...rest
    } = options;
    const mountPath = `/${String(basePath).replace(/^\/+|\/+$/g, '')}`;
    const faults = [...checkFeatures(added, { own: CORE_FEATURES, core: CORE })];
    const problems = [...checkModuleOptions(options), ...faults];
    const declared: DeclaredInstance = { name, mountPath, isGlobal, problems };
    const definition = super.forRootAsync(withSource(rest, problems));
    // Faulty ones are reported with all other problems, once the logger is known.
    const features = [...CORE_FEATURES, ...(faults.length > 0 ? [] : (added ?? []))];
    const routes = routesOf(features);
    const mounted = authControllersAt(mountPath, routes);
    return {
      ...definition,
      global: isGlobal,
      imports: [
        ...(definition.imports ?? []),
        ...features.flatMap(({ imports = [] }) => imports),
        DiscoveryModule,
        AuthSharedModule,
      ],
      controllers: [mounted.endpoints, mounted.others],
      providers: [
        ...(definition.providers ?? []),
        { provide: AUTH_MOUNT_PATH, useValue: mountPath },
        { provide: AUTH_DECLARED, useValue: declared },
        instance,
        routerPathOf(AuthModule),
        { provide: MOUNTED_CONTROLLERS, useValue: mounted },
        { provide: AUTH_ENVIRONMENT, useFactory: processEnvironment },
        ...(context === true ? [contextOpening] : []),
        ...injectablesOf(features, routes),
      ],
      exports: exportsOf(features),
    };
  }

  /** Nest calls this when the platform is known, before it registers routes. */
  configure(): void {
    if (!this.mounted) return;
    if (this.contexts) openContexts(this.contexts, this.platform.httpAdapter);
    spellRoutesFor(this.mounted, this.platform.httpAdapter.getType());
    if (this.comparesRoutes()) dropCatchAll(this.mounted);
    const inFront = this.moduleRef.get(MountPathService).parameters();
    mapRoutes(this.mounted, { config: this.knownConfig(), inFront });
  }

  /**
   * @throws {InvalidConfiguration} if Nest would have to create the configuration for each request,
   * or if another module has the same path or one below it
   */
  async onModuleInit(): Promise<void> {
    if (!this.mounted) {
      if (this.modules && declaredIn(this.modules).length === 0)
        throw new InvalidConfiguration([BARE]);
      return;
    }
    const problems: AuthError[] = [];
    if (!this.isMadeOnce()) problems.push(new AuthError(SCOPED));
    problems.push(...this.checkNeighbours());
    if (problems.length > 0) throw new InvalidConfiguration(problems);
    const config = this.knownConfig();
    if (config) {
      this.moduleRef.get(FeaturesService).assertReady(config);
      await assertStoresReady(config);
    }
    if (this.comparesRoutes()) this.catchAllBehind();
  }

  /** Whether Nest reports routes that Express matches only after others. */
  private comparesRoutes(): boolean {
    const application = this.moduleRef.get(ApplicationConfig, { strict: false });
    // Absent in NestJS 11.
    const { shadow = 'off' } = application.getRouteConflictPolicy?.() ?? {};
    return shadow !== 'off' && this.platform.httpAdapter.getType() === 'express';
  }

  private catchAllBehind(): void {
    const others = [...(this.modules?.values() ?? [])]
      .map(({ controllers }) => this.mounted && controllers.get(this.mounted.others)?.instance)
      .find((controller) => controller !== undefined);
    if (!others) return;
    catchAllBehind(others, {
      place: this.moduleRef.get(MountPathService).prefixedPath(),
      server: this.platform.httpAdapter,
      creator: this.moduleRef.get(ExternalContextCreator, { strict: false }),
    });
  }

  /** Nest calls this when controllers and global guards are known. */
  onApplicationBootstrap(): void {
    if (!this.mounted || !this.modules) return;
    const { logger = createAuthLogger(), origin } = this.knownConfig() ?? {};
    reportUnguardedMessages(this.modules, SessionGuard, () => logger.warn('unguarded-messages'));
    if (hasUnguardedFields(this.modules, SessionGuard)) logger.warn('unguarded-fields');
    const server = this.platform.httpAdapter?.getHttpServer() as Server | undefined;
    comparePort(server, origin, (port) => {
      const remedy = `set AUTH_URL to the address that people open; keep it if that one forwards to port ${port}`;
      logger.info('AUTH_URL names another port than the server listens on', {
        origin,
        port,
        remedy,
      });
    });
  }

  private *checkNeighbours(): Iterable<AuthError> {
    const paths = [...(this.modules?.values() ?? [])]
      .map(({ providers }) => providers.get(AUTH_MOUNT_PATH)?.instance as unknown)
      .filter((path) => typeof path === 'string');
    yield* checkNeighbours(String(this.mountPath), paths);
  }

  /** The configuration; undefined if it is created for each request. */
  private knownConfig(): ResolvedAuthConfig | undefined {
    return this.isMadeOnce() ? this.moduleRef.get(AuthConfigService).static : undefined;
  }

  /** Whether the configuration is created once: `get` throws for a request-scoped provider. */
  private isMadeOnce(): boolean {
    try {
      this.moduleRef.get(AUTH_CONFIG_INPUT);
      return true;
    } catch {
      return false;
    }
  }
}

/** Without a source, Nest would only report that it cannot resolve a symbol. */
function withSource(
  options: typeof ASYNC_OPTIONS_TYPE,
  problems: readonly AuthError[],
): typeof ASYNC_OPTIONS_TYPE {
  const missing = [...checkSource(options)];
  if (missing.length === 0) return options;
  const useFactory = (): never => {
    throw new InvalidConfiguration([...missing, ...problems]);
  };
  return { imports: options.imports, useFactory };
}

/** What features cannot have, since sign-in itself has it. */
const CORE = {
  routes: AUTH_JS_ROUTES,
  claims: [...RESERVED_CLAIMS, 'name', 'email', 'picture'],
  columns: [
    'sessionToken',
    'userId',
    'expires',
    'createdAt',
    'lastUsedAt',
    'address',
    'userAgent',
  ] satisfies (keyof AdapterSession)[],
};

const BARE = new AuthError(
  'AuthModule: is imported without a configuration; import `AuthModule.forRoot(…)` or `forRootAsync(…)` instead',
);

const SCOPED =
  'forRootAsync: `inject` names a request-scoped provider; return a function of the request instead';
