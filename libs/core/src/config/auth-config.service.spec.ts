import { LogCollector } from '../../../../test/support/log-collector.js';
import { SOUND } from '../../../../test/support/problems-of.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { OAuth } from '../provider/oauth-provider.js';
import type { CookieOptions } from '../cookies/cookie-definition.js';
import type { AuthConfig, AuthConfigInput } from './options/auth-config.js';
import { AuthConfigService } from './auth-config.service.js';
import type { Environment } from './env-defaults.js';
import { skipCSRFCheck } from './options/markers.js';

const CANARY = 'canary-value-31337';

function start(input: AuthConfigInput, env: Environment = {}, mountPath: string | null = '/auth') {
  return new AuthConfigService(input, mountPath, env);
}

function failureOf(start_: () => unknown): InvalidConfiguration {
  try {
    start_();
  } catch (thrown) {
    if (thrown instanceof InvalidConfiguration) return thrown;
    throw thrown;
  }
  throw new Error('it started');
}

describe('the start', () => {
  it('accepts a valid configuration, completed from the environment', () => {
    const env = { AUTH_SECRET: VECTOR_SECRET, AUTH_URL: 'https://app.example/api' };

    expect(start({ providers: [], logger: new LogCollector() }, env).static).toMatchObject({
      secrets: [VECTOR_SECRET],
      origin: 'https://app.example',
      basePath: '/auth',
    });
  });

  it('accepts an instance of a class, whose options may be getters and methods', async () => {
    class Options implements AuthConfig {
      providers = [];
      logger = new LogCollector();
      readonly #response = new Response();
      get secret() {
        return VECTOR_SECRET;
      }
      get tenant() {
        return 'acme';
      }
      fetch() {
        return Promise.resolve(this.#response);
      }
    }
    const { static: resolved } = start(new Options());

    expect(resolved?.realm).toContain('acme');
    expect(await resolved?.fetch('https://idp.example')).toBeInstanceOf(Response);
  });

  it('reports all problems in one message, which names options and remedies but no values', () => {
    const config = {
      secret: CANARY,
      trustHost: false,
      basePath: `/${CANARY}`,
      unheardOf: CANARY,
      session: { maxAge: CANARY },
      pages: { signIn: `javascript:${CANARY}` },
      theme: { logo: `javascript:${CANARY}` },
      cookies: { state: { name: `${CANARY};` } },
      adapter: { [CANARY]: () => CANARY },
      redirectProxyUrl: `http://${CANARY}`,
      providers: [
        OAuth({ id: 'gh', name: 'GH', clientSecret: CANARY, token: `http://${CANARY}` }),
        { id: 'mail', name: 'Mail', type: 'email' },
      ],
    };

    // @ts-expect-error all kinds of mistakes at once
    const { message, problems } = failureOf(() => start(config, { AUTH_URL: `${CANARY}:80` }));

    const lines = message.split('\n');
    expect(lines[0]).toBe(
      `AuthModule cannot start: ${problems.length} problems in its configuration (see https://authnest.dev/errors#invalidconfiguration).`,
    );
    expect(lines.slice(1).map((line) => line.replace(/^ +\d+\. \w+: ([^ ]+) .*$/, '$1'))).toEqual([
      'AUTH_URL:',
      'basePath:',
      'unheardOf:',
      'session.maxAge:',
      'secret:',
      'trustHost:',
      'provider',
      'provider',
      'provider',
      'provider',
      'provider',
      'adapter:',
      'pages.signIn:',
      'theme.logo:',
      'redirectProxyUrl:',
      'cookies.state.name:',
    ]);
    expect(message).not.toContain(CANARY);
  });

  it('fails without a secret, with a short one and with a blank one (D19)', () => {
    for (const secret of [undefined, 'x'.repeat(31), ' '.repeat(40)]) {
      expect(failureOf(() => start({ ...SOUND, secret })).problems[0]?.type).toBe('MissingSecret');
    }
  });

  it('fails in production when no trusted host is configured', () => {
    const env = { NODE_ENV: 'production' };

    const { problems } = failureOf(() => start({ ...SOUND, trustHost: undefined }, env));

    expect(problems.map(({ type }) => type)).toEqual(['UntrustedHost']);
    expect(start({ ...SOUND, trustHost: undefined }).static?.trustHost).toBe('any');
  });

  it('fails in production if mails would lead to any host, also those of `mailer` (RQ1)', () => {
    const config = { ...SOUND, trustHost: true, mailer: () => undefined };
    const { problems } = failureOf(() => start(config, { NODE_ENV: 'production' }));

    expect(problems.map(({ type }) => type)).toEqual(['UntrustedHost']);
    const named = { NODE_ENV: 'production', AUTH_URL: 'https://app.example' };
    expect(start(config, named).static?.origin).toBe('https://app.example');
  });

  it.each(['app.example', 'localhost:3000', 'ftp://app.example', 'https://'])(
    'fails with the AUTH_URL %s, which is not a usable URL',
    (AUTH_URL) => {
      expect(failureOf(() => start(SOUND, { AUTH_URL })).message).toContain(
        'AUTH_URL: expected an http(s) URL',
      );
    },
  );

  it.each([
    ['AUTH_URL', '"https://app.example"'],
    ['AUTH_GITHUB_ID', "'client'"],
  ])('fails with quotes around %s, and names them (RP21)', (name, value) => {
    const { problems } = failureOf(() => start(SOUND, { [name]: value }));

    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`^${name}: the value has quotes around it`)),
    ]);
  });

  it.each<[string, CookieOptions, Partial<AuthConfig>, Record<string, string>, boolean]>([
    ['over http', { sameSite: 'none' }, {}, { AUTH_URL: 'http://app.example' }, true],
    ['over http', { partitioned: true }, {}, { AUTH_URL: 'http://app.example' }, true],
    ['without secure cookies', { sameSite: 'none' }, { useSecureCookies: false }, {}, true],
    ['over https', { sameSite: 'none' }, {}, { AUTH_URL: 'https://app.example' }, false],
    ['over http', { sameSite: 'lax' }, {}, { AUTH_URL: 'http://app.example' }, false],
  ])('%s with %j, fails: %4$j (RP12)', (_, options, config, env, fails) => {
    const cookies = { sessionToken: { options } };
    const run = () => start({ ...SOUND, cookies, ...config }, env);

    if (fails)
      expect(failureOf(run).message).toContain('cookies.sessionToken.options: browsers drop');
    else expect(run).not.toThrow();
  });

  it('accepts a frozen configuration, and does not change one that is not frozen (O7)', () => {
    const session = Object.freeze({ maxAge: 60 });
    const config = Object.freeze({
      ...SOUND,
      session,
      providers: Object.freeze([...SOUND.providers]),
    });
    const own = { ...SOUND, session: { maxAge: 60 } };
    const before = JSON.stringify(own);

    // @ts-expect-error a read-only list is a list too
    expect(start(config, { AUTH_URL: 'https://app.example' }).static?.basePath).toBe('/auth');
    start(own, { AUTH_URL: 'https://app.example', AUTH_SECRET: VECTOR_SECRET });
    expect(JSON.stringify(own)).toBe(before);
  });

  it('fails with a base path other than the mount path, and accepts the same one', () => {
    expect(failureOf(() => start({ ...SOUND, basePath: '/api/auth' })).message).toContain(
      'basePath: the endpoints are mounted at `/auth`',
    );
    expect(start({ ...SOUND, basePath: '/auth' }).static?.basePath).toBe('/auth');
    expect(start({ ...SOUND, basePath: '/own' }, {}, null).static?.basePath).toBe('/own');
  });

  it.each([undefined, null, 'config', 5])('fails with %j instead of a configuration', (input) => {
    // @ts-expect-error a mistake that JavaScript allows
    const { message } = failureOf(() => start(input));
    expect(message).toContain('expected a configuration object, got ');
    expect(message).toContain('`useFactory`');
  });
});

describe('warnings', () => {
  const warningsOf = (config: Partial<AuthConfig>, env?: Environment): string[] => {
    const logger = new LogCollector();
    start({ ...SOUND, logger, ...config }, env);
    return logger.warnings;
  };

  it.each<[string, Partial<AuthConfig>, Environment]>([
    ['debug-enabled', { debug: true }, {}],
    ['csrf-disabled', { skipCSRFCheck }, {}],
    ['short-secret', { secret: 'short', acceptShortSecret: true }, {}],
    ['short-secret', { jwt: { secret: 'short' }, acceptShortSecret: true }, {}],
    ['published-secret', { secret: VECTOR_SECRET }, {}],
    ['env-url-basepath-redundant', {}, { AUTH_URL: 'https://app.example/api' }],
  ])('report %s', (code, config, env) => {
    expect(warningsOf(config, env)).toEqual([code]);
  });

  it('report nothing for a sound configuration', () => {
    expect(warningsOf({})).toEqual([]);
  });
});
