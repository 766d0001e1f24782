import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { plainOAuth } from '../support/plain-oauth.js';
import { sendRaw } from '../support/raw-request.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const WRONG: readonly unknown[] = [['x'], [], { x: 1 }, {}, 7, 0, true, false, null];

/** Each string field of each endpoint that reads a body. */
const FIELDS = [
  ['callback/credentials', 'csrfToken'],
  ['callback/credentials', 'callbackUrl'],
  ['callback/credentials', 'username'],
  ['callback/credentials', 'password'],
  ['signin/credentials', 'csrfToken'],
  ['signin/credentials', 'callbackUrl'],
  ['signin/gh', 'callbackUrl'],
  ['signout', 'csrfToken'],
  ['signout', 'callbackUrl'],
  ['session', 'csrfToken'],
] as const;

const MEGABYTE = 1024 * 1024;

describe.each(platforms())('hostile fields on %s', (platform) => {
  const watched = new Watched();
  const seen: unknown[] = [];
  let app: TestApp;
  let browser: CheckedClient;
  let csrfToken: string;

  /** Makes the host accept larger bodies than the module does. */
  const takeLargeBodies = (host: INestApplication): void => {
    if (platform === 'express') {
      for (const type of ['json', 'urlencoded'] as const) {
        (host as NestExpressApplication).useBodyParser(type, { limit: '20mb' });
      }
    } else {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        (host as NestFastifyApplication).useBodyParser(type, { bodyLimit: 20 * MEGABYTE });
      }
    }
  };

  beforeAll(async () => {
    const provider = credentials();
    app = await TestApp.start({
      platform,
      configure: takeLargeBodies,
      config: {
        ...watched.config,
        providers: [
          { ...provider, authorize: (fields) => (seen.push(fields), provider.authorize(fields)) },
          plainOAuth(),
        ],
      },
    });
  });
  beforeEach(async () => {
    browser = app.client();
    csrfToken = await browser.csrfToken();
    watched.reset();
    seen.length = 0;
  });
  afterAll(() => app.close());

  const cookie = () => [...browser.cookies].map((pair) => pair.join('=')).join('; ');

  it.each(FIELDS)('%s responds with 400 if %s is not a string (E15)', async (path, field) => {
    for (const value of WRONG) {
      const json = { csrfToken, ...(path === 'callback/credentials' ? JANE : {}), [field]: value };
      const response = await browser.post(`/auth/${path}`, { json });

      expect([value, response.status]).toEqual([value, 400]);
      expect(browser.lastSetCookies).toEqual([]);
    }
    expect(seen).toEqual([]);
    expect(watched.done()).toEqual([]);
  });

  it.each(FIELDS)('%s responds with 413 if %s has 1 MB (E15)', async (path, field) => {
    const large = 'x'.repeat(MEGABYTE);
    for (const body of [
      { form: { csrfToken, [field]: large } },
      { json: { csrfToken, [field]: large } },
    ]) {
      const response = await browser.post(`/auth/${path}`, body);
      expect(response.status).toBe(413);
    }
    expect(seen).toEqual([]);
    expect(watched.done()).toEqual([]);
  });

  it('drops a callback URL that is too long for a cookie (E15)', async () => {
    const callbackUrl = `/${'x'.repeat(100_000)}`;

    const response = await browser.signIn('credentials', { ...JANE, callbackUrl });
    expect(response).toMatchObject({ status: 302, location: app.url });
    expect(Math.max(...browser.lastSetCookies.map((line) => line.length))).toBeLessThan(4096);

    const page = await browser.get(`/auth/signin?callbackUrl=/${'x'.repeat(10_000)}`);
    expect(page.status).toBe(200);
    expect(browser.lastSetCookies.join()).not.toContain('x'.repeat(20));
  });

  it.each(['/', '%', 'é', '日'])(
    'drops a callback URL that is too long once it is encoded: %s (E15)',
    async (character) => {
      const callbackUrl = `/start${character.repeat(2000)}`;

      await browser.signIn('credentials', { ...JANE, callbackUrl });

      const lengths = browser.lastSetCookies.map((line) => line.length);
      expect(lengths.length).toBeGreaterThan(0);
      expect(Math.max(...lengths)).toBeLessThan(4096);
      expect(browser.lastSetCookies.join()).not.toContain('start');
    },
  );

  it('responds with 413 to 10 MB (E16)', async () => {
    const large = 'x'.repeat(10 * MEGABYTE);
    expect((await browser.post('/auth/callback/credentials', { form: { large } })).status).toBe(
      413,
    );
    expect((await browser.post('/auth/session', { json: { data: large } })).status).toBe(413);
    expect(watched.done()).toEqual([]);
  });

  it('returns null from an update of the session whose body has no fields', async () => {
    const refused = await browser.post('/auth/session', { json: ['x'] });

    expect(refused).toMatchObject({ status: 400, text: 'null' });
  });

  it('responds with 413 to a large body of a type that is not parsed (E16)', async () => {
    const response = await sendRaw(app, {
      method: 'POST',
      path: '/auth/signout',
      headers: [
        ['content-type', 'text/plain'],
        ['cookie', cookie()],
      ],
      body: 'x'.repeat(2 * MEGABYTE),
    });
    expect(response.status).toBe(413);
  });

  it('responds with 413 to a body that is too large once parsed, whatever length it declares (E16)', async () => {
    const fields = { ...JANE, csrfToken, large: 'x'.repeat(2 * MEGABYTE) };
    for (const [type, body] of [
      ['application/json', JSON.stringify(fields)],
      ['application/json', JSON.stringify({ csrfToken, deep: [[fields]] })],
      ['application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`],
    ] as const) {
      const response = await sendRaw(app, {
        method: 'POST',
        path: '/auth/callback/credentials',
        headers: [
          ['content-type', type],
          ['cookie', cookie()],
        ],
        chunked: body,
      });
      expect(response.status).toBe(413);
    }
    expect(seen).toEqual([]);
    expect(watched.done()).toEqual([]);
  });

  it('survives 100,000 fields and a depth of 100,000 (E16)', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `f${index}=1`).join('&');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

    for (const [path, type, body] of [
      ['callback/credentials', 'application/x-www-form-urlencoded', many],
      ['callback/credentials', 'application/json', deep],
      ['callback/credentials', 'application/json', `{"username":${deep}}`],
      ['callback/credentials', 'application/json', deepObject],
      ['session', 'application/json', `{"csrfToken":"${csrfToken}","data":${deepObject}}`],
    ] as const) {
      const response = await sendRaw(app, {
        method: 'POST',
        path: `/auth/${path}`,
        headers: [
          ['content-type', type],
          ['cookie', cookie()],
        ],
        body,
      });
      expect(response.status).toBeLessThan(500);
    }
    expect(seen).toEqual([]);
    expect(await browser.session()).toBeNull();
  });
});
