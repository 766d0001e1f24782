import {
  askForAddresses as ask,
  namesIn,
  redirectUri,
  startBehindProxy as start,
} from '../support/behind-proxy.js';
import { APP } from '../support/redirect-targets.js';
import { platforms, type TestApp } from '../support/test-app.js';

describe.each(platforms())('the host of a request on %s', (platform) => {
  let listed: TestApp;
  let configured: TestApp;

  beforeAll(async () => {
    const trustHost = ['app.example', 'APP2.example:8080'];
    listed = await start(platform, false, { trustHost });
    configured = await start(platform, true, { env: { AUTH_URL: APP } });
  });
  afterAll(async () => {
    await listed.close();
    await configured.close();
  });

  it.each([
    ['another host', [['Host', 'evil.test']]],
    ['user info', [['Host', 'app.example@evil.test']]],
    ['user info and a port', [['Host', 'app.example:443@evil.test']]],
    ['another port', [['Host', 'app.example:8443']]],
    ['a path', [['Host', 'app.example/evil']]],
    ['a query', [['Host', 'app.example?evil']]],
    ['a fragment', [['Host', 'app.example#evil']]],
    ['a space', [['Host', 'app.example evil.test']]],
    ['two values', [['Host', 'app.example, evil.test']]],
    ['a foreign value first', [['Host', 'evil.test, app.example']]],
    ['markup', [['Host', '"><script>alert(1)</script>']]],
    ['an empty value', [['Host', '']]],
  ] as const)('is refused: %s (E11)', async (_, headers) => {
    for (const response of await ask(listed, headers)) {
      expect(response).toMatchObject({ status: 400, cookies: [] });
      expect(namesIn(response)).not.toMatch(/evil|script/);
    }
  });

  it('is accepted if it is on the list, in upper or lower case (E11)', async () => {
    expect(redirectUri(await ask(listed, [['Host', 'app.example']]))).toBe(
      'http://app.example/auth/callback/gh',
    );
    expect(redirectUri(await ask(listed, [['Host', 'App.Example']]))).toBe(
      'http://app.example/auth/callback/gh',
    );
    expect(redirectUri(await ask(listed, [['Host', 'app2.example:8080']]))).toBe(
      'http://app2.example:8080/auth/callback/gh',
    );
  });

  it.each(['evil.test', 'app.example@evil.test', 'app.example, evil.test', 'evil.test:99', '">'])(
    'is ignored if AUTH_URL is set: %s (E11)',
    async (host) => {
      const forwarded = [
        ['X-Forwarded-Host', host],
        ['X-Forwarded-Proto', 'http'],
      ] as const;

      for (const headers of [[['Host', host]], forwarded] as const) {
        const responses = await ask(configured, headers);
        expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
        for (const response of responses) expect(namesIn(response)).not.toContain('evil');
        expect(responses[1]?.cookies.join()).toMatch(/__Host-authjs\.csrf-token=.*; Secure/);
      }
    },
  );

  it('must be trusted, or AUTH_URL set, for the application to start (E11)', async () => {
    await expect(start(platform, false, { trustHost: false })).rejects.toThrow(/trustHost/);
    await expect(start(platform, false, { trustHost: [] })).rejects.toThrow(/trustHost/);
  });
});
