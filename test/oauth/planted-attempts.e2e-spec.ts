import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { postCallback } from '../support/post-callback.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

/** Returns the claims of a user for one test. */
const aPerson = (sub: string) => ({ sub, name: sub, email: `${sub}@example.com` });

const cases = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(cases)('an attempt planted on $platform with $strategy', ({ platform, strategy }) => {
  let server: FakeOAuthServer;
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
    adapter = new MemoryAdapter();
    const own = { ...server.client, checks: ['pkce', 'state', 'nonce'] as const };
    const authorization = { params: { response_mode: 'form_post' } };
    const providers = [
      OIDC({ id: 'form', name: 'Form', ...own, authorization }),
      OIDC({ id: 'query', name: 'Query', ...own }),
      OIDC({ id: 'first', name: 'First', ...own }),
    ];
    const config = { providers, adapter, session: { strategy } };
    app = await TestApp.start({ platform, config });
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const isCheck = ([name]: [string, string]) => /state|nonce|pkce/.test(name);

  /** Signs in at the provider, and sends its response to the callback through the browser. */
  async function approve(browser: CheckedClient, location: string) {
    const { url, form } = await server.authorize(location);
    // An attacker plants cookies with `SameSite=None`, so that the cross-site post sends them.
    const cookie = [...browser.cookies]
      .filter(isCheck)
      .map((pair) => pair.join('='))
      .join('; ');
    return form
      ? postCallback(browser, url.pathname, { form, headers: { cookie } })
      : browser.get(url.href);
  }

  async function signIn(browser: CheckedClient, claims: object): Promise<void> {
    server.claims = { ...claims };
    const { location = '' } = await browser.signIn('first');
    await approve(browser, location);
  }

  const accountsOf = async (email = '') => {
    const user = await adapter.getUserByEmail(email);
    return (await adapter.listAccountsByUserId(user?.id ?? '')).map(
      ({ provider, providerAccountId }) => `${provider}:${providerAccountId}`,
    );
  };

  it.each([
    ['form', 'nobody'],
    ['form', 'the victim'],
    ['query', 'nobody'],
    ['query', 'the victim'],
  ])('links no account through %s while %s is signed in (V11)', async (id, who) => {
    const [attacker, person] = ['mallory', 'victim'].map((name) =>
      aPerson(`${name}-${id}-${who.length}`),
    );
    const mallory = app.client();
    await signIn(mallory, { ...attacker });
    const { location = '' } = await mallory.signIn(id, { callbackUrl: '/home' });
    const victim = app.client();
    if (who === 'the victim') await signIn(victim, { ...person });
    for (const pair of [...mallory.cookies].filter(isCheck)) victim.cookies.set(...pair);
    server.claims = { ...person };

    const refused = await approve(victim, location);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountsOf(attacker?.email)).toEqual([`first:${attacker?.sub}`]);
    const account = { provider: id, providerAccountId: `${person?.sub}` };
    expect(await adapter.getUserByAccount(account)).toBeNull();
    expect(JSON.stringify(await victim.session())).not.toContain(attacker?.email);
  });
});
