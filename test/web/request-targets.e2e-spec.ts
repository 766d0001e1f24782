import { Auth } from '@authnest/core';
import { withEnvironment } from '../support/environment.js';
import { addressesOf, ExposedApp, PUBLIC } from '../support/exposed-app.js';
import { NodeProxy } from '../support/node-proxy.js';
import { type RawResponse, sendRaw } from '../support/raw-request.js';
import { credentials, JANE, platforms, SECRET, type TestApp } from '../support/test-app.js';

const HOST = ['Host', 'app.com'] as const;
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

/** Prefixes that make a request target something other than a plain path. */
const HOSTILE = [
  'munity://x',
  'MUNITY://x',
  'http://evil.test',
  'http://app.com@evil.test',
  'https://app.com:8443',
  'ftp://app.com',
  '/\\x@evil.test',
  '//x@evil.test',
  '//evil.test',
  '/.',
  '/x/..',
  '/%2e',
  '/x/%2E%2e',
  '/x/.%2e',
];

/** Endpoints and their fields, sent as `METHOD <hostile>/auth/<endpoint>`. */
const ENDPOINTS = [
  ['POST', 'signin/email', { email: 'victim@corp.example' }],
  ['POST', 'signin/gh', {}],
  ['POST', 'callback/credentials', JANE],
  ['POST', 'signout', {}],
  ['GET', 'providers', {}],
  ['GET', 'csrf', {}],
  ['GET', 'signin', {}],
  ['GET', 'signin/gh', {}],
  ['GET', 'signout', {}],
  ['GET', 'error', {}],
  ['GET', 'verify-request', {}],
  ['GET', 'webauthn-options/passkey', {}],
] as const;

/** Removes the text of Nest's own 404 response, which repeats the target. */
const ours = (response: RawResponse): RawResponse =>
  response.status === 404 ? { ...response, text: '' } : response;

describe.each(platforms())('a request target that is not a path on %s', (platform) => {
  let exposed: ExposedApp;
  let proxy: NodeProxy;
  let form: Awaited<ReturnType<ExposedApp['form']>>;

  beforeAll(async () => {
    exposed = await ExposedApp.start({ platform });
    proxy = await NodeProxy.before(exposed.app.url);
    form = await exposed.form();
  });
  beforeEach(() => exposed.reset());
  afterAll(async () => {
    await proxy.close();
    await exposed.close();
  });

  const send = (server: Pick<TestApp, 'url'>, method: string, path: string, fields: object = {}) =>
    sendRaw(server, {
      method,
      path,
      headers: [
        HOST,
        ['cookie', form.cookie],
        ['content-type', 'application/json'],
        ...Object.entries(NAVIGATION),
      ],
      ...(method === 'POST' && {
        body: JSON.stringify({ csrfToken: form.csrfToken, ...fields }),
      }),
    });

  it('sends the victim no mail with a link to another host (S1)', async () => {
    for (const server of [exposed.app, proxy]) {
      const response = await send(server, 'POST', 'munity://x/auth/signin/email', {
        email: 'victim@corp.example',
      });

      expect([400, 404]).toContain(response.status);
      expect(exposed.mailbox.mails).toEqual([]);
      expect(exposed.watched.done()).toEqual([]);
    }
  });

  it.each(ENDPOINTS)('%s %s changes nothing (S1, N11)', async (method, endpoint, fields) => {
    for (const [server, fronts] of [
      [exposed.app, HOSTILE],
      [proxy, ['munity://x', '//x@evil.test']],
    ] as const) {
      for (const front of fronts) {
        const target = `${front}/auth/${endpoint}`;
        const response = await send(server, method, target, fields);

        expect([target, [400, 404].includes(response.status)]).toEqual([target, true]);
        expect([target, addressesOf(ours(response)), response.cookies]).toEqual([target, [], []]);
      }
    }
    expect(exposed.mailbox.mails).toEqual([]);
    expect(exposed.handed).toEqual([]);
    expect(exposed.watched.done()).toEqual([]);
  });

  it.each(ENDPOINTS)(
    '%s %s uses the path of an absolute URL that names the host of the request (S1)',
    async (method, endpoint, fields) => {
      const response = await send(exposed.app, method, `http://app.com/auth/${endpoint}`, fields);

      expect(response.status).not.toBe(400);
      for (const address of [...addressesOf(response), ...exposed.handed]) {
        if (address.startsWith('https://gh.example/')) continue;
        expect(address).toMatch(/^https:\/\/app\.com(?:\/auth\/.*|\/?)$/);
      }
      if (endpoint === 'signin/email') {
        expect((await exposed.mailbox.read()).text).toContain(`${PUBLIC}/auth/callback/email?`);
      }
    },
  );

  it('logs one line that names the kind of target and not its value (S1)', async () => {
    const before = exposed.app.logs.errors.length;

    const response = await send(exposed.app, 'GET', '/auth/../providers');

    expect(response).toMatchObject({ status: 400, text: '"Bad request."', cookies: [] });
    expect(exposed.app.logs.errors.slice(before).map(String)).toEqual([
      'InvalidRequest: request target: expected a path with one leading `/` and plain segments, found a segment `.` or `..`; a proxy in front should reject or normalize it',
    ]);
  });

  it('redirects no browser from a guarded page to a URL that the target chooses (S1)', async () => {
    for (const target of ['munity://x/page', 'http://evil.test/page', 'http://app.com#/page']) {
      const response = await send(exposed.app, 'GET', target);

      expect([400, 404]).toContain(response.status);
      expect(response.headers).not.toHaveProperty('location');
    }
    const { headers } = await send(exposed.app, 'GET', 'http://app.com/page?a=%5C&b=\\');
    expect(headers['location']).toBe(
      `${PUBLIC}/auth/signin?${new URLSearchParams({ callbackUrl: `${PUBLIC}/page?a=%5C&b=\\` })}`,
    );
  });

  it('starts nothing through AuthService (S1)', async () => {
    for (const path of ['sign-in/email', 'sign-in/gh', 'sign-in/credentials', 'sign-out']) {
      for (const front of ['munity://x', 'http://evil.test']) {
        const response = await send(exposed.app, 'POST', `${front}/app/${path}`, {
          ...JANE,
          email: 'victim@corp.example',
        });

        if (response.status !== 404)
          expect(JSON.parse(response.text)).toEqual({ type: 'InvalidRequest' });
        expect(response.cookies).toEqual([]);
      }
    }
    expect(exposed.mailbox.mails).toEqual([]);
    expect(exposed.watched.done()).toEqual([]);
  });
});

describe('Auth(request, config)', () => {
  it.each(['munity://app.com', 'ftp://app.com', 'munity:'])('refuses %s (S1)', async (front) => {
    const response = await withEnvironment({ AUTH_URL: PUBLIC }, () =>
      Auth(new Request(`${front}/auth/providers`), {
        secret: SECRET,
        trustHost: true,
        providers: [credentials()],
      }),
    );

    expect(response.status).toBe(400);
    expect(await response.text()).toBe('"Bad request."');
  });
});
