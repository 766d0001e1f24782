import {
  type AuthConfig,
  type AuthConfigFactory,
  type AuthConfigInput,
  AuthModule,
  type AuthModuleAsyncOptions,
} from '@authnest/core';
import { Inject, Injectable, Module, type Provider } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { MemoryAdapter } from '@authnest/testing';
import { credentials, platforms, SECRET, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

const CONFIG = Symbol('config');

/** Returns the configuration that Nest injects. */
@Injectable()
class AuthConfiguration implements AuthConfigFactory {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  createAuthConfig(): Promise<AuthConfigInput> {
    return Promise.resolve(this.config);
  }
}

@Injectable()
class LazyConfiguration implements AuthConfigFactory {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  createAuthConfig(): AuthConfigInput {
    return () => Promise.resolve(this.config);
  }
}

/** Returns a module that provides what the configuration needs. */
function configModule(config: AuthConfigInput, ...more: Provider[]) {
  @Module({})
  class AuthConfigModule {}
  return {
    module: AuthConfigModule,
    providers: [{ provide: CONFIG, useValue: config }, MemoryAdapter, ...more],
    exports: [CONFIG, MemoryAdapter, ...more],
  };
}

const WAYS: [string, (config: AuthConfigInput) => AuthModuleAsyncOptions][] = [
  [
    'useFactory, imports and inject',
    (config) => ({
      imports: [configModule(config)],
      inject: [CONFIG],
      useFactory: async (injected: AuthConfig) => injected,
    }),
  ],
  [
    'useFactory with an adapter that Nest injects',
    (config) => ({
      imports: [configModule(config)],
      inject: [CONFIG, MemoryAdapter, { token: 'absent', optional: true }],
      useFactory: (injected: AuthConfig, adapter: MemoryAdapter, absent: undefined) => ({
        ...injected,
        adapter,
        session: { strategy: absent ?? 'jwt' },
      }),
    }),
  ],
  [
    'useFactory that returns a function of the request',
    (config) => ({
      imports: [configModule(config)],
      inject: [CONFIG],
      useFactory: (injected: AuthConfig) => async () => injected,
    }),
  ],
  ['useClass', (config) => ({ imports: [configModule(config)], useClass: AuthConfiguration })],
  [
    'useClass that returns a function of the request',
    (config) => ({ imports: [configModule(config)], useClass: LazyConfiguration }),
  ],
  [
    'useExisting',
    (config) => ({
      imports: [configModule(config, AuthConfiguration)],
      useExisting: AuthConfiguration,
    }),
  ],
];

describe.each(platforms())('forRootAsync on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  it.each(WAYS)('receives its configuration through %s', async (_, optionsOf) => {
    app = await TestApp.start({
      platform,
      auth: (config) => AuthModule.forRootAsync(optionsOf(config)),
      module: { controllers: [OrdersController] },
    });

    await expectWholeJob(app);
  });

  it('accepts extras in addition to its configuration', async () => {
    app = await TestApp.start({
      platform,
      auth: (config) =>
        AuthModule.forRootAsync({
          useFactory: () => config,
          basePath: 'identity',
          isGlobal: false,
        }),
      module: { controllers: [OrdersController] },
    });

    await expectWholeJob(app, { authPath: '/identity' });
  });

  it('receives its configuration from the ConfigService of @nestjs/config', async () => {
    const values = { auth: { secret: SECRET, maxAge: 120 } };
    app = await TestApp.start({
      platform,
      auth: () =>
        AuthModule.forRootAsync({
          imports: [ConfigModule.forRoot({ ignoreEnvFile: true, load: [() => values] })],
          inject: [ConfigService],
          useFactory: (config: ConfigService) => ({
            secret: config.getOrThrow<string>('auth.secret'),
            session: { maxAge: config.get<number>('auth.maxAge') },
            trustHost: true,
            providers: [credentials()],
          }),
        }),
      module: { controllers: [OrdersController] },
    });

    await expectWholeJob(app);
  });
});
