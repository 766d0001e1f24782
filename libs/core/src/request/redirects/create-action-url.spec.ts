import { AuthError } from '../../errors/auth.error.js';
import { LogCollector } from '../../../../../test/support/log-collector.js';
import { createActionURL } from './create-action-url.js';

const NONE = new Headers();
const HOST = new Headers({ host: 'app.example' });

describe('createActionURL with AUTH_URL', () => {
  it.each([
    ['https://app.example', undefined, 'https://app.example/signin'],
    ['https://app.example/', undefined, 'https://app.example/signin'],
    ['https://app.example/api/auth', undefined, 'https://app.example/api/auth/signin'],
    ['https://app.example/api/auth/', undefined, 'https://app.example/api/auth/signin'],
    ['https://app.example', '/auth', 'https://app.example/auth/signin'],
    ['https://app.example', 'auth', 'https://app.example/auth/signin'],
    ['https://app.example', '/auth/', 'https://app.example/auth/signin'],
    ['https://app.example/', '/api/auth', 'https://app.example/api/auth/signin'],
    ['https://app.example/api/auth', '/api/auth', 'https://app.example/api/auth/signin'],
    ['https://app.example/old', '/auth', 'https://app.example/auth/signin'],
    ['https://app.example/api/auth', '/', 'https://app.example/api/auth/signin'],
    ['https://app.example/api/auth', '', 'https://app.example/api/auth/signin'],
    ['http://localhost:3000', '/auth', 'http://localhost:3000/auth/signin'],
  ])('%s and the base path %s returns %s', (AUTH_URL, basePath, expected) => {
    const logger = new LogCollector();
    const url = createActionURL('signin', 'http', HOST, { AUTH_URL }, { basePath, logger });

    expect(url).toBeInstanceOf(URL);
    expect(url.href).toBe(expected);
  });

  it('ignores the headers of the request', () => {
    const headers = new Headers({ host: 'evil.test', 'x-forwarded-host': 'evil.test' });

    expect(createActionURL('csrf', 'http', headers, { AUTH_URL: 'https://app.example' }).href).toBe(
      'https://app.example/csrf',
    );
  });

  it('ignores NEXTAUTH_URL, unless AUTH_URL is missing or empty', () => {
    const NEXTAUTH_URL = 'https://old.example';
    const both = { AUTH_URL: 'https://app.example', NEXTAUTH_URL };

    expect(createActionURL('csrf', '', NONE, both).host).toBe('app.example');
    expect(createActionURL('csrf', '', NONE, { NEXTAUTH_URL }).host).toBe('old.example');
    expect(createActionURL('csrf', '', NONE, { ...both, AUTH_URL: '' }).host).toBe('old.example');
  });

  it.each(['not a url', 'app.example', 'localhost:3000', 'ftp://app.example'])(
    'throws for the invalid value %s',
    (AUTH_URL) => {
      expect(() => createActionURL('csrf', '', HOST, { AUTH_URL })).toThrow('AUTH_URL: expected');
    },
  );

  it.each([
    ['https://app.example/old', '/auth', ['env-url-basepath-mismatch']],
    ['https://app.example/auth/', '/auth', ['env-url-basepath-mismatch']],
    ['https://app.example/auth', '/auth', []],
    ['https://app.example/', '/auth', []],
    ['https://app.example/old', '/', []],
    ['https://app.example/old', undefined, []],
  ])('%s and the base path %s logs the warnings %j', (AUTH_URL, basePath, codes) => {
    const logger = new LogCollector();

    createActionURL('signin', 'https', HOST, { AUTH_URL }, { basePath, logger });

    expect(logger.warnings).toEqual(codes);
  });
});

it.each(['/\\\\evil.test', '\\\\evil.test', '/a/../b', '/%2e%2e/b', '/a?b', '/a#b', '/a\tb'])(
  'createActionURL refuses the base path %j (S1)',
  (basePath) => {
    const env = { AUTH_URL: 'https://app.example' };

    expect(() => createActionURL('csrf', '', NONE, env, basePath)).toThrow(AuthError);
  },
);

describe('createActionURL without AUTH_URL', () => {
  it.each<[Record<string, string>, string | undefined, string]>([
    [{ host: 'app.example' }, 'http', 'http://app.example/auth/signin'],
    [{ host: 'app.example' }, undefined, 'https://app.example/auth/signin'],
    [{ host: 'in', 'x-forwarded-proto': 'http' }, undefined, 'http://in/auth/signin'],
    [{ host: 'app.example' }, 'https:', 'https://app.example/auth/signin'],
    [{ host: 'app.example' }, '', 'https://app.example/auth/signin'],
    [{ host: 'app.example:8443' }, 'https', 'https://app.example:8443/auth/signin'],
    [{ host: '[::1]:3000' }, 'http', 'http://[::1]:3000/auth/signin'],
    [{ host: 'in', 'x-forwarded-host': 'out' }, 'http', 'http://out/auth/signin'],
    [{ host: 'in', 'x-forwarded-proto': 'https' }, 'http', 'https://in/auth/signin'],
    [{ host: 'in', 'x-forwarded-proto': 'https:' }, 'http', 'https://in/auth/signin'],
    [{ host: 'in', 'x-forwarded-proto': 'HTTPS' }, 'http', 'https://in/auth/signin'],
    [{ host: 'in', 'x-forwarded-host': 'a, b' }, 'http', 'http://a/auth/signin'],
    [{ host: 'in', 'x-forwarded-proto': 'https,http' }, 'http', 'https://in/auth/signin'],
    [
      { host: 'in', 'x-forwarded-host': '', 'x-forwarded-proto': '' },
      'http',
      'http://in/auth/signin',
    ],
  ])('for the headers %j and the protocol "%s" returns %s', (headers, protocol, expected) => {
    const url = createActionURL('signin', protocol, new Headers(headers), {}, '/auth');

    expect(url.href).toBe(expected);
  });

  it('accepts a base path as a string, in an object, or omitted', () => {
    const url = (options?: Parameters<typeof createActionURL>[4]) =>
      createActionURL('session', 'https', HOST, {}, options).href;

    expect(url('/auth')).toBe('https://app.example/auth/session');
    expect(url({ basePath: '/auth' })).toBe('https://app.example/auth/session');
    expect(url({})).toBe('https://app.example/session');
    expect(url()).toBe('https://app.example/session');
    expect(url('/')).toBe('https://app.example/session');
  });

  it('throws if there is no host', () => {
    expect(() => createActionURL('signin', 'https', NONE, {}, '/auth')).toThrow('no valid host');
    expect(() => createActionURL('signin', 'https', new Headers({ host: ' ' }), {})).toThrow(
      'no valid host',
    );
  });

  it.each(['junk/x', 'user@evil.test', 'evil.test?x', 'evil.test#x', 'a b', 'evil.test\\x', ':80'])(
    'throws for the host %s (A19)',
    (host) => {
      const headers = new Headers({ host: 'app.example', 'x-forwarded-host': host });

      expect(() => createActionURL('signin', 'https', headers, {}, '/auth')).toThrow(
        'no valid host',
      );
    },
  );

  it.each(['some:', 'javascript', 'ftp', 'http://x', 'file'])(
    'throws for the protocol %s (A19)',
    (proto) => {
      const headers = new Headers({ host: 'app.example', 'x-forwarded-proto': proto });

      expect(() => createActionURL('signin', 'https', headers, {}, '/auth')).toThrow(
        'no valid host',
      );
    },
  );
});
