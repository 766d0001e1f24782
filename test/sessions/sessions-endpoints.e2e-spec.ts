import type { AuthConfig, SessionSummary, SessionList } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { MapRevocations } from '../support/revocations.js';
import { SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const LIST = '/auth/sessions';
const VERBS = ['revoke', 'revoke-others', 'revoke-all'];

const kinds: [name: string, config: () => Partial<AuthConfig>][] = [
  ['database sessions', () => ({ adapter: new MemoryAdapter() })],
  ['stateless sessions', () => ({ session: { strategy: 'jwt', revocation: new MapRegistry() } })],
];

describe.each(platforms())('the endpoints for sessions on %s', (platform) => {
  let app: TestApp;
  afterEach(() => app.close());

  async function signedIn(person: typeof JANE | typeof OTTO = JANE): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', person);
    return browser;
  }

  const listOf = async (browser: CheckedClient): Promise<SessionSummary[]> =>
    (await browser.get(LIST)).json<SessionList>().items;

  async function post(browser: CheckedClient, verb: string, fields: Record<string, unknown> = {}) {
    const json = { csrfToken: await browser.csrfToken(), ...fields };
    return browser.post(`${LIST}/${verb}`, { json });
  }

  describe.each(kinds)('for %s', (_kind, config) => {
    beforeEach(async () => {
      app = await TestApp.start({ platform, config: config() });
    });

    it('list the sessions and end one, the others or all, in JSON (K38)', async () => {
      const [laptop, phone] = [await signedIn(), await signedIn()];
      const [tablet, desk] = [await signedIn(), await signedIn()];
      const otto = await signedIn(OTTO);
      expect(await listOf(laptop)).toHaveLength(4);

      const id = (await listOf(phone)).find(({ current }) => current)?.id;
      const revoked = await post(laptop, 'revoke', { id });
      expect([revoked.status, revoked.json()]).toEqual([200, { revoked: 1 }]);
      expect(await phone.session()).toBeNull();

      expect((await post(laptop, 'revoke-others')).json()).toEqual({ revoked: 2 });
      expect([await tablet.session(), await desk.session()]).toEqual([null, null]);
      expect(await listOf(laptop)).toMatchObject([{ current: true }]);

      expect((await post(laptop, 'revoke-all')).json()).toEqual({ revoked: 1 });
      expect(await laptop.session()).toBeNull();
      expect(await otto.session()).not.toBeNull();
    });

    it("accept no id that is another user's, unknown or altered (K39)", async () => {
      const [jane, otto] = [await signedIn(), await signedIn(OTTO)];
      const [{ id } = { id: '' }] = await listOf(otto);

      for (const other of [id, '', 'x', id.slice(0, -1), id.toUpperCase()]) {
        const response = await post(jane, 'revoke', { id: other });
        expect([response.status, response.json()]).toEqual([
          404,
          { error: 'NotFound', errorCode: 'NOT_FOUND' },
        ]);
      }
      for (const other of [undefined, null, 7, [id], { id }]) {
        const response = await post(jane, 'revoke', { id: other });
        expect([response.status, response.json()]).toEqual([
          400,
          { error: 'InvalidRequest', errorCode: 'INVALID_REQUEST' },
        ]);
      }
      expect(await otto.session()).not.toBeNull();
    });

    it('return ids that are not accepted as a session cookie or bearer token (K39)', async () => {
      const [{ id } = { id: '' }] = await listOf(await signedIn());

      const thief = app.client({ authorization: `Bearer ${id}` });
      thief.cookies.set(SESSION, id);

      expect(await thief.session()).toBeNull();
      expect((await thief.get(LIST)).status).toBe(401);
    });

    it('refuse a request without the CSRF token, or from another site', async () => {
      const browser = await signedIn();

      for (const verb of VERBS) {
        const bare = await browser.post(`${LIST}/${verb}`, { json: {} });
        expect([bare.status, bare.json()]).toMatchObject([
          403,
          { error: 'MissingCSRF', errorCode: 'CSRF_FAILED' },
        ]);
        const csrfToken = await browser.csrfToken();
        const foreign = await browser.post(`${LIST}/${verb}`, {
          json: { csrfToken },
          headers: { origin: 'https://evil.example' },
        });
        expect([foreign.status, foreign.json()]).toMatchObject([
          403,
          { error: 'UntrustedOrigin', errorCode: 'CSRF_FAILED' },
        ]);
      }
      expect(await browser.session()).not.toBeNull();
    });

    it('respond with 401 if there is no session', async () => {
      const nobody = app.client();

      const listed = await nobody.get(LIST);
      expect([listed.status, listed.json()]).toEqual([
        401,
        { error: 'Unauthorized', errorCode: 'SESSION_REQUIRED' },
      ]);
      for (const verb of VERBS) expect((await post(nobody, verb)).status).toBe(401);
    });

    it('redirect a form to its callback URL, or to the sign-in page if there is no session', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      const form = async (client: CheckedClient) => ({
        csrfToken: await client.csrfToken(),
        callbackUrl: `${app.url}/my-page`,
      });

      const sent = await browser.post(`${LIST}/revoke-others`, { form: await form(browser) });
      expect([sent.status, sent.headers.location]).toEqual([302, `${app.url}/my-page`]);
      expect(await other.session()).toBeNull();
      expect(await browser.session()).not.toBeNull();

      const refused = await other.post(`${LIST}/revoke-all`, { form: await form(other) });
      expect(refused.status).toBe(302);
      expect(refused.headers.location).toContain('/auth/signin?callbackUrl=');
    });

    it('respond to HEAD with an empty 200, and to other methods with 405', async () => {
      const browser = await signedIn();

      expect(await browser.request('HEAD', LIST)).toMatchObject({ status: 200, text: '' });
      expect((await browser.request('DELETE', LIST)).status).toBe(405);
      expect((await browser.post(LIST, { json: {} })).status).toBe(405);
      for (const verb of VERBS) expect((await browser.get(`${LIST}/${verb}`)).status).toBe(405);
      expect(await listOf(browser)).toHaveLength(1);
    });
  });

  it.each<[string, Partial<AuthConfig>]>([
    ['stateless sessions', {}],
    [
      'a store that has only the two required methods',
      { session: { revocation: new MapRevocations() } },
    ],
    ['an adapter that cannot list', { adapter: poorAdapter() }],
  ])('do not exist for %s (K45, K80)', async (_name, config) => {
    app = await TestApp.start({ platform, config });
    const browser = await signedIn();

    expect((await browser.get(LIST)).status).toBe(404);
    for (const verb of VERBS) expect((await post(browser, verb)).status).toBe(404);
    expect(await browser.session()).not.toBeNull();
  });

  it('limit a client that ends sessions repeatedly', async () => {
    const limits = { sessions: { sameNetwork: 2 } };
    app = await TestApp.start({ platform, config: { adapter: new MemoryAdapter(), limits } });
    const browser = await signedIn();

    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      statuses.push((await post(browser, 'revoke-others')).status);
    }

    expect(statuses).toContain(429);
  });
});

function poorAdapter(): MemoryAdapter {
  return Object.create(new MemoryAdapter(), {
    listSessionsByUserId: { value: undefined },
  }) as MemoryAdapter;
}
