import { type FakeOAuthServer } from '@authnest/testing';
import { startClock } from '../../support/clock.js';
import { someOf } from '../../support/effort.js';
import { platforms } from '../../support/test-app.js';
import { nextDay, Rig, startServer } from './rig.js';

/** The page after a sign-in that could not start. @see docs/design/wire-contract.md 10.1 */
const UNUSABLE = { error: 'Configuration', page: 'signin', upTo: 'discovery' } as const;

const ENDPOINTS = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const;
const INNER_URLS = [
  'http://idp.example/x',
  'file:///etc/hostname',
  'ftp://idp.example/x',
  'https://127.0.0.1/x',
  'https://127.8.9.1/x',
  'https://localhost/x',
  'https://sub.localhost/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://0.0.0.0/x',
  'https://[::]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/x',
  'https://10.0.0.1/x',
  'https://172.16.0.1/x',
  'https://172.31.255.254/x',
  'https://192.168.1.1/x',
  'https://100.64.0.1/x',
  'https://[fd00::1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'not a url',
];

describe.each(platforms())('endpoint URLs from discovery on %s', (platform) => {
  let server: FakeOAuthServer;

  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    rig = await Rig.start({ platform }, server);
  });
  beforeEach(() => rig.reset());
  afterEach(startClock);
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  async function expectUnusable(metadata: Record<string, string>): Promise<void> {
    nextDay();
    server.metadata = metadata;
    const browser = rig.client();
    await rig.expectRefused(browser, () => browser.signIn('idp'), UNUSABLE);
  }

  // One test per URL: each finishes with an honest sign-in. With part of the effort, each URL is tried at one endpoint, and at each endpoint a third of them.
  it.each(
    INNER_URLS.flatMap((url, nth) => someOf(ENDPOINTS, nth).map((endpoint) => [endpoint, url])),
  )('refuses a public provider whose %s is %s (A58)', (endpoint, url) =>
    expectUnusable({ [endpoint]: url }),
  );

  it('refuses a public provider whose authorization endpoint is not an https URL (A58)', async () => {
    for (const url of ['http://idp.example/x', 'file:///etc/hostname', 'javascript:alert(1)']) {
      await expectUnusable({ authorization_endpoint: url });
    }
  });

  describe('with endpoints for client certificates', () => {
    const client = { use_mtls_endpoint_aliases: true };
    const TOKEN = 'https://idp.example/token?mtls';

    it('treats their responses like those of the others', async () => {
      const conformed: number[] = [];
      const conform = ({ status }: Response) => void conformed.push(status);
      const own = await Rig.start({ platform, provider: { client, token: { conform } } }, server);
      server.metadata = { mtls_endpoint_aliases: { token_endpoint: TOKEN } };

      await own.signIn(own.client());
      expect(server.requestsTo('token').map(({ url }) => url.href)).toEqual([TOKEN]);
      expect(conformed).toEqual([200]);

      server.idToken = { header: { typ: 'at+jwt' } };
      await own.expectSignInRefused({ error: 'OAuthCallbackError', upTo: 'token' });
      await own.close();
    });

    it.each(['http://idp.example/x', 'https://10.0.0.1/x'])('refuses %s (A58)', async (url) => {
      const own = await Rig.start({ platform, provider: { client } }, server);
      server.metadata = { mtls_endpoint_aliases: { token_endpoint: url } };
      const browser = own.client();

      await own.expectRefused(browser, () => browser.signIn('idp'), UNUSABLE);
      await own.close();
    });

    it('ignores them if the client is not configured for them', async () => {
      nextDay();
      server.metadata = { mtls_endpoint_aliases: { token_endpoint: 'https://10.0.0.1/x' } };

      await rig.expectSignedIn();
    });
  });
});
