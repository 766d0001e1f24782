import { aConfig, aContext, aRequest } from '../../../../../test/support/a-context.js';
import { resolveAuthConfig } from '../../config/resolve-auth-config.js';
import { UntrustedHost } from '../../errors/configuration.errors.js';
import { VECTOR_SECRET } from '../../../../../test/support/wire-vectors.js';
import { SessionContext } from './session-context.js';

/** A configuration whose origin is set by AUTH_URL. */
const fixedTo = (origin: string) =>
  resolveAuthConfig({ secret: VECTOR_SECRET, trustHost: true, providers: [] }, { origin });

describe('the origin', () => {
  it.each([
    ['http', 'app.example', 'http://app.example'],
    ['https', 'app.example:443', 'https://app.example'],
    ['https', 'APP.example:8443', 'https://app.example:8443'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
  ])('for the protocol %s and the host %s is %s', (protocol, host, origin) => {
    expect(aContext({ request: { protocol, host } }).origin).toBe(origin);
  });

  it('is that of AUTH_URL, whatever the request contains (E11)', () => {
    const request = aRequest({ protocol: 'http', host: 'evil.test/x, y' });

    expect(new SessionContext(request, fixedTo('https://app.example')).origin).toBe(
      'https://app.example',
    );
  });

  it.each(['', 'user@evil.test', 'evil.test/x', 'app.example, evil.test', 'a b', 'app.example:x'])(
    'is refused if the host is %j (E11)',
    (host) => {
      expect(() => aContext({ request: { host } }).origin).toThrow(UntrustedHost);
    },
  );

  it('is refused if the host is not in `trustHost` (E11)', () => {
    const config = { trustHost: ['App.example', 'app.example:8443'] };
    const originOf = (host: string) => aContext({ config, request: { host } }).origin;

    expect(originOf('app.example')).toBe('http://app.example');
    expect(originOf('APP.EXAMPLE:8443')).toBe('http://app.example:8443');
    for (const host of ['evil.test', 'app.example:3000', 'app.example.evil.test', 'pp.example']) {
      expect(() => originOf(host)).toThrow(UntrustedHost);
    }
  });

  it.each(['ftp', 'https:', '', 'javascript'])(
    'is refused if the protocol is "%s" (A19)',
    (protocol) => {
      expect(() => aContext({ request: { protocol } }).origin).toThrow(UntrustedHost);
    },
  );
});

describe('cookies', () => {
  it.each([
    ['http', undefined, 'authjs.session-token'],
    ['https', undefined, '__Secure-authjs.session-token'],
    ['http', true, '__Secure-authjs.session-token'],
    ['https', false, 'authjs.session-token'],
  ])('over %s with useSecureCookies %s are named %s (D09)', (protocol, useSecureCookies, name) => {
    const ctx = aContext({ config: { useSecureCookies }, request: { protocol } });

    expect(ctx.cookieDefinitions.sessionToken.name).toBe(name);
    expect(ctx.cookieDefinitions.sessionToken.options.secure).toBe(name.startsWith('__Secure-'));
  });

  it('have https names if AUTH_URL is https, even if a proxy forwards no scheme (D09)', () => {
    const ctx = new SessionContext(aRequest(), fixedTo('https://app.example'));

    expect(ctx.cookieDefinitions.sessionToken.name).toBe('__Secure-authjs.session-token');
  });

  it("with cookiePrefix 'host' all start with __Host- over https, but not over http (D09)", () => {
    const config = aConfig({ cookiePrefix: 'host' });
    const namesOver = (protocol: string) =>
      Object.values(new SessionContext(aRequest({ protocol }), config).cookieDefinitions).map(
        ({ name }) => name.split('authjs.')[0],
      );

    expect(new Set(namesOver('https'))).toEqual(new Set(['__Host-']));
    expect(new Set(namesOver('http'))).toEqual(new Set(['']));
  });
});

describe('a request', () => {
  it('is read-only if it is HEAD', () => {
    expect(aContext({ request: { method: 'HEAD' } }).readOnly).toBe(true);
    expect(aContext().readOnly).toBe(false);
  });
});
