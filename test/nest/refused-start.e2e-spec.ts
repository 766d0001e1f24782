import { inspect } from 'node:util';
import {
  type AuthConfig,
  type AuthConfigFactory,
  AuthModule,
  type AuthModuleAsyncOptions,
  InvalidConfiguration,
  type Provider,
} from '@authnest/core';
import { type DynamicModule, Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { withEnvironment } from '../support/environment.js';
import { freePort } from '../support/free-port.js';
import { LogCollector } from '../support/log-collector.js';
import { never, PATIENCE } from '../support/patience.js';
import { credentials, SECRET } from '../support/test-app.js';

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
  ...overrides,
});

@Injectable({ scope: Scope.REQUEST })
class Tenant {}

@Module({ providers: [Tenant], exports: [Tenant] })
class TenantModule {}

@Injectable()
class TenantConfiguration implements AuthConfigFactory {
  constructor(@Inject(REQUEST) private readonly request: object) {}

  createAuthConfig(): AuthConfig {
    return config({ debug: 'headers' in this.request });
  }
}

/** Starts the application, and returns the error that stops it. */
async function refusalOf(...modules: DynamicModule[]): Promise<InvalidConfiguration> {
  try {
    const testing = await Test.createTestingModule({ imports: modules }).compile();
    await testing.init();
  } catch (thrown) {
    if (thrown instanceof InvalidConfiguration) return thrown;
    throw thrown;
  }
  throw new Error('it started');
}

describe('an application does not start', () => {
  const scoped: [string, AuthModuleAsyncOptions][] = [
    [
      'a request-scoped provider',
      { imports: [TenantModule], inject: [Tenant], useFactory: () => config() },
    ],
    ['the request', { inject: [REQUEST], useFactory: () => config() }],
    ['a class that injects the request', { useClass: TenantConfiguration }],
  ];

  it.each(scoped)('when forRootAsync depends on %s', async (_, options) => {
    const { message } = await refusalOf(AuthModule.forRootAsync(options));

    expect(message).toContain('request-scoped');
    expect(message).toContain('return a function of the request instead');
  });

  it('fails because of a store that does not say whether it is ready', async () => {
    const revocation = { revoke: () => 1, isRevoked: () => false, assertReady: () => never() };
    const session = { strategy: 'jwt', revocation } as const;

    const starting = refusalOf(AuthModule.forRoot(config({ timeout: PATIENCE, session })));

    await expect(starting).rejects.toThrow('assertReady did not respond');
  });

  it('when the second of two modules depends on the request', async () => {
    const scopedModule = AuthModule.forRootAsync({
      inject: [REQUEST],
      useFactory: () => config(),
      basePath: '/a',
      isGlobal: false,
    });
    const plain = AuthModule.forRoot(config(), { basePath: '/b', isGlobal: false });

    expect((await refusalOf(scopedModule, plain)).message).toContain('request-scoped');
    expect((await refusalOf(plain, scopedModule)).message).toContain('request-scoped');
  });

  it.each([
    ['/login', undefined, '/auth'],
    ['/auth', '/identity', '/identity'],
  ])('when basePath is %s and the extra is %s', async (basePath, extra, mounted) => {
    const { message } = await refusalOf(
      AuthModule.forRoot(config({ basePath }), { basePath: extra }),
    );

    expect(message).toContain(`basePath: the endpoints are mounted at \`${mounted}\``);
    expect(message).toContain('in the second argument of forRoot, or in the options');
  });

  it.each(['/', '', '//', '/:tenant/auth', '/auth*', '/a b', '/a//b', '/../auth', '/auth/.'])(
    'when the extra basePath is %p',
    async (basePath) => {
      const { message } = await refusalOf(AuthModule.forRoot(config(), { basePath }));

      expect(message).toContain("basePath: expected a path below the root, such as '/auth'");
      expect((await refusalOf(AuthModule.forRoot(() => config(), { basePath }))).message).toBe(
        message,
      );
    },
  );

  it('when an option of the module does not exist, or is of the wrong type', async () => {
    const wrong: object = { basepath: '/x', isglobal: false, isGlobal: 'no', color: 'red' };
    const asFactory = { useFactory: () => config(), ...wrong };

    for (const auth of [AuthModule.forRoot(config(), wrong), AuthModule.forRootAsync(asFactory)]) {
      const { message, problems } = await refusalOf(auth);
      expect(problems).toHaveLength(4);
      expect(message).toContain('basepath: there is no such option; did you mean `basePath`?');
      expect(message).toContain('isglobal: there is no such option; did you mean `isGlobal`?');
      expect(message).toContain('isGlobal: expected true or false, got a string');
      expect(message).toContain('color: there is no such option; known options: basePath, name');
    }
    const lazy = await refusalOf(AuthModule.forRoot(() => config(), wrong));
    expect(lazy.problems).toHaveLength(4);
  });

  it('when basePath is not a string', async () => {
    const extras: object = { basePath: 5 };

    const { message } = await refusalOf(AuthModule.forRoot(config(), extras));

    expect(message).toContain("basePath: expected a path, such as '/auth', got a number");
  });

  it.each([{}, { imports: [TenantModule] }, { useFactory: undefined }])(
    'when forRootAsync has no source of its configuration: %#',
    async (options) => {
      const { message, problems } = await refusalOf(AuthModule.forRootAsync(options));

      expect(problems).toHaveLength(1);
      expect(message).toContain('forRootAsync: needs `useFactory`, a function that returns');
    },
  );

  it('when a factory returns a module', async () => {
    const useFactory = (): AuthConfig => AuthModule.forRoot(config()) as never;

    const { message } = await refusalOf(AuthModule.forRootAsync({ useFactory }));

    expect(message).toContain('module: there is no such option');
    expect(message).toMatch(/providers\[\d+\]: expected a provider/);
  });

  it('when a class is in the list of providers, or a factory of it fails', async () => {
    const cause = new Error('REGION is missing');
    const failing = (): Provider => {
      throw cause;
    };
    const providers = [credentials(), Tenant, failing] as Provider[];

    const refusal = await refusalOf(AuthModule.forRoot(config({ providers })));

    expect(refusal.problems.map(({ message }) => message)).toEqual([
      'providers[1]: expected a provider, got a class; these are ways to sign in, such as `GitHub`, and not providers of Nest',
      'providers[2]: its factory failed',
    ]);
    expect(inspect(refusal)).toContain('[cause]: Error: REGION is missing');
  });

  it('when the secret is a number or null, even if the environment has one', async () => {
    for (const [secret, kind] of [
      [1234567, 'a number'],
      [null, 'null'],
    ]) {
      const { message, problems } = await refusalOf(
        AuthModule.forRoot(config({ secret } as never)),
      );
      expect(problems).toHaveLength(1);
      expect(message).toContain(`secret: expected a string or a list of strings, got ${kind}`);
      expect(message).not.toContain('1234567');
    }
  });

  it('when two modules are mounted at one path, since only one of them could respond', async () => {
    const twice = [
      AuthModule.forRoot(config()),
      AuthModule.forRoot(config(), { basePath: 'auth/' }),
    ];

    expect((await refusalOf(...twice)).message).toContain(
      'basePath: two AuthModules are mounted at `/auth`; import one, which serves every module, or give each a different `basePath`',
    );
  });

  it('when the paths of two modules differ only in case, which Express ignores', async () => {
    const { message } = await refusalOf(
      AuthModule.forRoot(config()),
      AuthModule.forRoot(config(), { basePath: '/Auth' }),
    );

    expect(message).toContain('basePath: two AuthModules are mounted at `/auth`');
  });

  it('when one module is mounted below another, which would receive its requests', async () => {
    const outer = AuthModule.forRoot(config());
    const inner = AuthModule.forRoot(config(), { basePath: '/auth/staff' });

    for (const modules of [
      [outer, inner],
      [inner, outer],
    ]) {
      expect((await refusalOf(...modules)).message).toContain(
        'basePath: `/auth/staff` is below `/auth`, where another AuthModule handles every path; choose one beside it',
      );
    }
  });

  it('with one message that lists every problem, its option and its remedy, but no values', async () => {
    const endpointless: Provider = {
      id: 'gh',
      name: 'GH',
      type: 'oauth',
      clientId: 'canary-client-id',
      clientSecret: 'canary-client-secret',
    };
    const faulty = config({
      secret: ['canary-short', ''],
      basePath: '/login',
      session: { strategy: 'database', maxAge: -1 },
      cookies: { sessionToken: { name: 'a b' } },
      theme: { logo: 'javascript:canary' },
      providers: [credentials(), credentials(), endpointless],
    });

    const { message, problems } = await refusalOf(
      AuthModule.forRoot(Object.assign(faulty, { sessions: {}, trusthost: true })),
    );

    expect(message).toMatch(new RegExp(`^AuthModule cannot start: ${problems.length} problem`));
    for (const said of [
      'secret: is shorter than 32 characters',
      'secret: contains an empty or blank entry',
      'basePath: the endpoints are mounted at `/auth`',
      'session.maxAge: expected whole seconds, such as',
      "adapter: is required for `session.strategy: 'database'`",
      'cookies.sessionToken.name: expected a name without spaces',
      'theme.logo: expected an http(s) URL',
      'providers[1].id: `credentials` is already used',
      'provider `gh`: has no `issuer`, so it needs `authorization`',
      'sessions: there is no such option',
      'trusthost: there is no such option; did you mean `trustHost`?',
    ]) {
      expect(message).toContain(said);
    }
    expect(message).not.toContain('canary');
    // One numbered line for each problem.
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => Number.parseInt(line, 10)),
    ).toEqual(problems.map((_, index) => index + 1));
  });

  it('if the bare AuthModule is imported, and nothing configures it (NW7)', async () => {
    const bare = { module: AuthModule };

    expect((await refusalOf(bare)).message).toContain('import `AuthModule.forRoot(…)`');
  });

  it('if a factory forgets to return, whose option is named (NW7)', async () => {
    const module = AuthModule.forRootAsync({ useFactory: () => undefined as never });

    const { message } = await refusalOf(module);
    expect(message).toContain('got undefined');
    expect(message).toContain('`useFactory`');
  });
});

describe('an application whose AUTH_URL names another port of this machine', () => {
  it.each([
    ['another port', 1],
    ['its own port', 0],
  ])('reports the port on which it listens: %s', async (_, away) => {
    const port = await freePort();
    const logger = new LogCollector();
    const app = await withEnvironment({ AUTH_URL: `http://localhost:${port + away}` }, async () => {
      const testing = await Test.createTestingModule({
        imports: [AuthModule.forRoot({ secret: SECRET, logger, providers: [credentials()] })],
      }).compile();
      return testing.createNestApplication().init();
    });
    await app.listen(port, '127.0.0.1');

    const told = logger.facts.filter(([message]) => message.startsWith('AUTH_URL names'));
    expect(told.map(([, metadata]) => metadata)).toEqual(
      away ? [expect.objectContaining({ port })] : [],
    );
    await app.close();
  });
});
