import { type FakeOAuthServer, type FakeResponder } from '@authnest/testing';
import { PATIENCE, runOut } from '../../support/patience.js';
import { startClock } from '../../support/clock.js';
import { credentials, platforms } from '../../support/test-app.js';
import { plainOAuth } from '../../support/plain-oauth.js';
import { nextDay, Rig, startServer } from './rig.js';

/** The page after a sign-in that could not start. @see docs/design/wire-contract.md 10.1 */
const UNUSABLE = { error: 'Configuration', page: 'signin', upTo: 'discovery' } as const;

describe.each(platforms())('discovery on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  let logged = 0;

  beforeAll(async () => {
    server = await startServer();
    rig = await start();
  });
  beforeEach(() => {
    rig.reset();
    logged = rig.app.logs.lines.length;
    nextDay();
  });
  afterEach(startClock);
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  function start(provider = {}): Promise<Rig> {
    const others = () => [plainOAuth(), credentials()];
    return Rig.start({ platform, provider, others }, server);
  }

  async function expectUnusable(of: Rig = rig): Promise<void> {
    const browser = of.client();
    await of.expectRefused(browser, () => browser.signIn('idp'), UNUSABLE);
  }

  it.each([
    ['another path', 'https://idp.example/tenant'],
    ['a path and a trailing slash', 'https://idp.example/tenant/'],
    ['another host', 'https://evil.test'],
    ['a subdomain', 'https://sub.idp.example'],
    ['another port', 'https://idp.example:8443'],
    ['the scheme http', 'http://idp.example'],
    ['a query', 'https://idp.example?x=1'],
    ['no value', undefined],
    ['a value that is not a string', { url: 'https://idp.example' }],
  ])('refuses a provider whose metadata has an issuer with %s (B20)', async (_, issuer) => {
    server.metadata = { issuer };
    const known = rig.app.logs.types.length;

    await expectUnusable();

    expect(rig.app.logs.types.slice(known)).toEqual(['OAuthSignInError']);
    expect(rig.app.logs.lines.slice(logged).join('\n')).toMatch(/issuer|https:\/\/idp\.example/);
  });

  it('refuses a trailing slash after the path of the issuer (B20)', async () => {
    const own = await start({ issuer: 'https://idp.example/tenant' });
    server.answer('other', () => ({
      json: { ...METADATA, issuer: 'https://idp.example/tenant/' },
    }));
    const browser = own.client();

    const { location } = await browser.signIn('idp');

    expect(location).toBe(`${own.app.url}/auth/signin?error=Configuration`);
    await own.close();
  });

  it('signs in at other providers while one cannot be trusted (B20)', async () => {
    server.metadata = { issuer: 'https://evil.test' };

    expect((await rig.client().signIn('idp')).location).toContain('error=Configuration');

    expect((await rig.client().signIn('gh')).location).toMatch(/^https:\/\/gh\.example\/authorize/);
    expect((await rig.client().get('/auth/signin')).text).toContain('IdP');
  });

  it.each([
    ['500', () => ({ status: 500 })],
    ['HTML', () => ({ body: '<h1>Maintenance</h1>' })],
    ['half a document', () => ({ headers: JSON_TYPE, body: '{"issuer":' })],
    ['a list', () => ({ json: [] })],
    ['nothing', () => 'reset'],
  ] satisfies [string, FakeResponder][])(
    'signs in again after a discovery that returned %s (B22, H05)',
    async (_, respond) => {
      server.answer('discovery', respond);

      await expectUnusable();
    },
  );

  it('signs in again after a discovery that timed out (B22, H05)', async () => {
    const slow = await Rig.start({ platform, config: { timeout: PATIENCE } }, server);
    server.answer('discovery', () => {
      runOut();
      return 'silence';
    });

    await expectUnusable(slow);
    await slow.close();
  });

  it('starts and serves the rest while discovery is down, and signs in once it is back (H05)', async () => {
    server.answer('discovery', () => 'reset');
    const late = await start();

    expect((await late.client().get('/auth/providers')).json()).toHaveProperty('idp');
    expect((await late.client().get('/auth/signin')).status).toBe(200);
    expect((await late.client().signIn('gh')).status).toBe(302);
    expect(server.requestsTo('discovery')).toEqual([]);
    await expectUnusable(late);
    await late.close();
  });

  it('signs in with the cached metadata when discovery fails later (H05)', async () => {
    await rig.expectSignedIn();
    server.answer('discovery', () => 'reset');

    await rig.expectSignedIn();
  });

  it('fetches the metadata once for twenty sign-ins at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => rig.client().signIn('idp')));

    expect(server.requestsTo('discovery')).toHaveLength(1);
  });

  it('refuses a provider that publishes no keys', async () => {
    server.metadata = { jwks_uri: undefined };

    await expectUnusable();
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const METADATA = {
  authorization_endpoint: 'https://idp.example/authorize',
  token_endpoint: 'https://idp.example/token',
  jwks_uri: 'https://idp.example/jwks',
};
