import { LogCollector } from '../../../../test/support/log-collector.js';
import type { AuthConfig } from './options/auth-config.js';
import { type Environment, originFrom, setEnvDefaults, withEnvDefaults } from './env-defaults.js';

const config = (own: Partial<AuthConfig> = {}): AuthConfig => ({ providers: [], ...own });
const filled = (env: Environment, own?: Partial<AuthConfig>) => withEnvDefaults(env, config(own));

describe('secret', () => {
  it('is a list of the variables that are set, newest first', () => {
    const env = {
      AUTH_SECRET: 'zero',
      AUTH_SECRET_1: 'one',
      AUTH_SECRET_2: 'two',
      AUTH_SECRET_3: 'three',
    };

    expect(filled(env).secret).toEqual(['three', 'two', 'one', 'zero']);
    expect(filled({ ...env, AUTH_SECRET_2: undefined }).secret).toEqual(['three', 'one', 'zero']);
    expect(filled({ ...env, AUTH_SECRET_2: '' }).secret).toEqual(['three', 'one', 'zero']);
    expect(filled({ AUTH_SECRET: 'zero' }).secret).toEqual(['zero']);
    expect(filled({ AUTH_SECRET_1: 'one' }).secret).toEqual(['one']);
  });

  it('ignores variables with other numbers', () => {
    expect(filled({ AUTH_SECRET_0: 'x', AUTH_SECRET_4: 'y', NEXTAUTH_SECRET: 'z' }).secret).toEqual(
      [],
    );
  });

  it.each([[''], [[]], [undefined]])('is filled from the environment if it is %j', (secret) => {
    expect(filled({ AUTH_SECRET: 'zero' }, { secret }).secret).toEqual(['zero']);
  });

  it.each([['own'], [['own', 'older']]])('stays %j if it is set', (secret) => {
    expect(filled({ AUTH_SECRET: 'zero' }, { secret }).secret).toEqual(secret);
  });
});

describe('basePath', () => {
  it.each([
    [{}, undefined, '/auth'],
    [{ AUTH_URL: 'https://app.example' }, undefined, '/auth'],
    [{ AUTH_URL: 'https://app.example/' }, undefined, '/auth'],
    [{ AUTH_URL: 'https://app.example/api/auth' }, undefined, '/api/auth'],
    [{ AUTH_URL: 'https://app.example/api/auth/' }, undefined, '/api/auth'],
    [{ AUTH_URL: 'https://app.example/api/auth' }, '/own', '/own'],
    [{ AUTH_URL: 'not a url' }, undefined, '/auth'],
    [{ AUTH_URL: 'localhost:3000/api' }, undefined, '/auth'],
    [{ AUTH_URL: '' }, undefined, '/auth'],
    [{ NEXTAUTH_URL: 'https://app.example/api/auth' }, undefined, '/auth'],
  ])('with %j and the option %s is %s', (env, basePath, expected) => {
    expect(filled(env, { basePath }).basePath).toBe(expected);
  });

  it.each([
    ['https://app.example/api/auth', '/auth', ['env-url-basepath-redundant']],
    ['https://app.example/auth', '/auth', ['env-url-basepath-redundant']],
    ['https://app.example', '/auth', []],
    ['https://app.example/api/auth', undefined, []],
    ['not a url', '/auth', []],
  ])('with the AUTH_URL %s and the option %s warns %j', (AUTH_URL, basePath, expected) => {
    const codes: string[] = [];

    withEnvDefaults({ AUTH_URL }, config({ basePath }), (code) => codes.push(code));

    expect(codes).toEqual(expected);
  });
});

describe('trustHost', () => {
  it.each<[Environment, boolean]>([
    [{ AUTH_URL: 'https://app.example' }, true],
    [{ AUTH_TRUST_HOST: 'true' }, true],
    [{ AUTH_TRUST_HOST: 'TRUE' }, true],
    [{ AUTH_TRUST_HOST: '1' }, true],
    [{ VERCEL: '1' }, true],
    [{ CF_PAGES: '1' }, true],
    [{}, false],
    [{ AUTH_TRUST_HOST: 'false' }, false],
    [{ AUTH_TRUST_HOST: '0' }, false],
    [{ AUTH_TRUST_HOST: '' }, false],
    [{ AUTH_TRUST_HOST: 'no' }, false],
    [{ AUTH_TRUST_HOST: 'untrue' }, false],
    [{ AUTH_TRUST_HOST: '10' }, false],
    [{ AUTH_TRUST_HOST: 'False' }, false],
    [{ AUTH_TRUST_HOST: 'false', VERCEL: '1' }, false],
    [{ AUTH_TRUST_HOST: '', VERCEL: '1' }, false],
    [{ AUTH_URL: 'https://app.example', AUTH_TRUST_HOST: 'false' }, true],
    [{ AUTH_URL: '', AUTH_TRUST_HOST: 'true' }, true],
    [{ AUTH_URL: '' }, false],
    [{ AUTH_URL: 'not a url' }, false],
    [{ AUTH_URL: 'localhost:3000' }, false],
    [{ VERCEL: '0' }, false],
    [{ NEXTAUTH_URL: 'https://app.example' }, false],
  ])('in production with %j is %s', (env, expected) => {
    expect(filled({ NODE_ENV: 'production', ...env }).trustHost).toBe(expected);
  });

  it.each<[Environment, boolean]>([
    [{}, true],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'test', AUTH_URL: '' }, true],
    [{ NODE_ENV: 'development', AUTH_TRUST_HOST: 'false' }, false],
    [{ NODE_ENV: 'development', AUTH_TRUST_HOST: '' }, false],
  ])('outside production with %j is %s', (env, expected) => {
    expect(filled(env).trustHost).toBe(expected);
  });

  it.each([[false], [true], [['app.example']]])('stays %j if it is set', (trustHost) => {
    expect(filled({ AUTH_TRUST_HOST: 'true' }, { trustHost }).trustHost).toEqual(trustHost);
    expect(filled({ AUTH_TRUST_HOST: 'false' }, { trustHost }).trustHost).toEqual(trustHost);
  });
});

describe('redirectProxyUrl', () => {
  const env = { AUTH_REDIRECT_PROXY_URL: 'https://proxy.example/auth' };

  it('is filled from the environment if it is not set', () => {
    expect(filled(env).redirectProxyUrl).toBe('https://proxy.example/auth');
    expect(filled(env, { redirectProxyUrl: 'https://own.example' }).redirectProxyUrl).toBe(
      'https://own.example',
    );
    expect(filled({ AUTH_REDIRECT_PROXY_URL: '' }).redirectProxyUrl).toBeUndefined();
  });
});

describe('originFrom', () => {
  it.each([
    ['https://app.example/api/auth', 'https://app.example'],
    ['https://app.example:8443', 'https://app.example:8443'],
    ['https://user:password@app.example', 'https://app.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['localhost:3000', undefined],
    ['app.example', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for the AUTH_URL %s is %s', (AUTH_URL, origin) => {
    expect(originFrom({ AUTH_URL })).toBe(origin);
  });
});

describe('setEnvDefaults', () => {
  const env = {
    AUTH_URL: 'https://app.example/api/auth',
    AUTH_SECRET: 'zero',
    AUTH_REDIRECT_PROXY_URL: 'https://proxy.example/auth',
  };

  it('writes to the given object, and returns nothing', () => {
    const own = config();

    expect(setEnvDefaults(env, own)).toBeUndefined();
    expect(own).toEqual({
      providers: [],
      basePath: '/api/auth',
      secret: ['zero'],
      redirectProxyUrl: 'https://proxy.example/auth',
      trustHost: true,
    });
  });

  it('warns of a redundant base path through the logger, unless the third argument is true', () => {
    const logger = new LogCollector();

    setEnvDefaults(env, config({ basePath: '/own', logger }));
    expect(logger.warnings).toEqual(['env-url-basepath-redundant']);
    setEnvDefaults(env, config({ basePath: '/own', logger }), false);
    expect(logger.warnings).toHaveLength(2);
    setEnvDefaults(env, config({ basePath: '/own', logger }), true);
    expect(logger.warnings).toHaveLength(2);
  });
});

describe('withEnvDefaults', () => {
  it('does not change its input (O7)', () => {
    const own = Object.freeze(config());
    Object.freeze(own.providers);

    expect(withEnvDefaults(Object.freeze({ AUTH_SECRET: 'zero' }), own)).not.toBe(own);
    expect(own.secret).toBeUndefined();
  });
});
