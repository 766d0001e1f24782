import { APP_GUARD } from '@nestjs/core';
import {
  askForAddresses as ask,
  namesIn,
  redirectUri,
  startBehindProxy as start,
} from '../support/behind-proxy.js';
import { CountingGuard } from '../support/counting.guard.js';
import { APP } from '../support/redirect-targets.js';
import { sendRaw } from '../support/raw-request.js';
import { platforms, type TestApp } from '../support/test-app.js';

describe.each(platforms())('a forwarded host on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await start(platform, ['127.0.0.1']);
  });
  afterAll(() => app.close());

  const HTTPS = [
    ['Host', 'internal:3000'],
    ['X-Forwarded-Host', 'app.example'],
    ['X-Forwarded-Proto', 'https'],
  ] as const;

  it('determines the origin if the proxy is trusted', async () => {
    const responses = await ask(app, HTTPS);

    expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
    expect(responses[1]?.cookies.join()).toMatch(/__Host-authjs\.csrf-token=.*; Secure/);
  });

  it.each([
    ['app.example, evil.test'],
    ['evil.test, app.example'],
    ['app.example,evil.test,app.example'],
    ['app.example@evil.test'],
    ['junk/x'],
  ])('is refused if its hosts disagree or are malformed: %s (E12)', async (host) => {
    const headers = [
      ['Host', 'internal:3000'],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Proto', 'https'],
    ] as const;
    for (const response of await ask(app, headers)) {
      expect(response).toMatchObject({ status: 400, cookies: [] });
      expect(namesIn(response)).not.toContain('evil');
    }
  });

  it('is accepted if all its values agree (E12)', async () => {
    const twice = [
      ['Host', 'internal:3000'],
      ['X-Forwarded-Host', 'app.example, app.example, '],
      ['X-Forwarded-Host', 'app.example'],
      ['X-Forwarded-Proto', 'https, https'],
    ] as const;

    expect(redirectUri(await ask(app, twice))).toBe(`${APP}/auth/callback/gh`);
  });

  it.each(['http,https', 'https,http', 'https, http, http', 'HTTP,HTTPS'])(
    'keeps cookies Secure if one of the forwarded protocols is https: %s (E12)',
    async (protocols) => {
      const headers = [
        ['Host', 'internal:3000'],
        ['X-Forwarded-Host', 'app.example'],
        ['X-Forwarded-Proto', protocols],
      ] as const;
      const responses = await ask(app, headers);

      expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
      for (const line of responses.flatMap(({ cookies }) => cookies))
        expect(line).toMatch(/^__(?:Host|Secure)-.*; Secure/);
    },
  );

  it.each(['HTTPS', 'Https'])('is accepted with the protocol in upper case: %s', async (proto) => {
    const responses = await ask(app, [...HTTPS.slice(0, 2), ['X-Forwarded-Proto', proto]]);

    expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
    expect(responses[1]?.cookies.join()).toMatch(/__Host-authjs\.csrf-token=.*; Secure/);
  });

  it('is not read from the header Forwarded (E12)', async () => {
    const responses = await ask(app, [
      ...HTTPS,
      ['Forwarded', 'host=evil.test;proto=http;for=1.2.3.4'],
    ]);

    expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
    for (const response of responses) expect(namesIn(response)).not.toContain('evil');
  });

  it.each([
    [
      ['X-Forwarded-Proto', 'some:'],
      ['X-Forwarded-Host', 'junk/x'],
    ],
    [
      ['X-Forwarded-Proto', 'javascript'],
      ['X-Forwarded-Host', 'junk'],
    ],
    [
      ['X-Forwarded-Proto', ''],
      ['X-Forwarded-Host', ''],
    ],
  ] as const)(
    'has no lasting effect when the first request is malformed: %j %j (A19)',
    async (proto, host) => {
      const fresh = await start(platform, true);
      await sendRaw(fresh, { path: '/auth/providers', headers: [proto, host] });
      await sendRaw(fresh, { path: '/auth/signin', headers: [proto, host] });

      expect(redirectUri(await ask(fresh, HTTPS))).toBe(`${APP}/auth/callback/gh`);
      expect(redirectUri(await ask(fresh, []))).toBe(`${fresh.url}/auth/callback/gh`);
      await fresh.close();
    },
  );
});

/** Settings that do not trust 127.0.0.1, the address of the client in these tests. */
const DISTRUST = [
  ['a list', ['10.0.0.1', '192.168.0.0/16']],
  ['a function', (address: string) => address === '10.0.0.1'],
  ['0 hops', 0],
  ['false', false],
] as const;

const SPOOFED = [
  ['X-Forwarded-Host', 'evil.test'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-For', '1.2.3.4'],
  ['X-Forwarded-Port', '443'],
  ['X-Real-IP', '1.2.3.4'],
  ['Forwarded', 'for=1.2.3.4;host=evil.test;proto=https'],
] as const;

describe.each(platforms())(
  'a forwarded header from a client that is not a proxy, on %s (A38)',
  (platform) => {
    it.each(DISTRUST)('is ignored if the trust setting is %s', async (_, trust) => {
      const guard = new CountingGuard(8);
      const app = await start(platform, trust, {
        module: { providers: [{ provide: APP_GUARD, useValue: guard }] },
      });

      const responses = await ask(app, SPOOFED);
      expect(redirectUri(responses)).toBe(`${app.url}/auth/callback/gh`);
      for (const response of responses) expect(namesIn(response)).not.toContain('evil');
      const cookies = responses.flatMap((response) => response.cookies);
      expect(cookies.length).toBeGreaterThan(3);
      for (const line of cookies) expect(line).toMatch(/^authjs\.(?!.*Secure)/);

      for (let attempt = 0; attempt < 12; attempt += 1) {
        const headers = [['X-Forwarded-For', `1.2.3.${attempt}`]] as const;
        await sendRaw(app, { method: 'POST', path: '/auth/callback/credentials', headers });
      }
      const counts = [...guard.counts].filter(([key]) => key.includes('postCallback'));
      expect(counts.map(([, count]) => count)).toEqual([12]);
      await app.close();
    });

    it.each([1, 2])(
      'does not change any URL if AUTH_URL is set, even with %i trusted hops',
      async (hops) => {
        const app = await start(platform, hops, { env: { AUTH_URL: APP } });

        const responses = await ask(app, [...SPOOFED.slice(0, 1), ['X-Forwarded-Proto', 'http']]);
        expect(redirectUri(responses)).toBe(`${APP}/auth/callback/gh`);
        for (const response of responses) expect(namesIn(response)).not.toContain('evil');
        for (const line of responses.flatMap(({ cookies }) => cookies))
          expect(line).toContain('; Secure');
        await app.close();
      },
    );
  },
);
