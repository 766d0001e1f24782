import type { AuthConfig } from '@authnest/core';
import { FakeOAuthServer, type FakeOutcome } from '@authnest/testing';
import { startClock } from '../../support/clock.js';
import { never, PATIENCE, runOut } from '../../support/patience.js';
import { platforms } from '../../support/test-app.js';
import { anIdp, nextDay, Rig, startServer } from './rig.js';

/** The most bytes of a response that may be read, not counting network buffers. */
const MAX_BYTES = 1024 * 1024;
const BUFFERS = 8 * MAX_BYTES;

describe.each(platforms())('failures of a provider on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;
  /** Replaces the `fetch` of the application. */
  let fetchBy: typeof fetch | undefined;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [anIdp(server, { id: 'userinfo', idToken: false })];
    const config: Partial<AuthConfig> = {
      timeout: PATIENCE,
      fetch: (...call) => (fetchBy ?? server.fetch)(...call),
    };
    rig = await Rig.start({ platform, config, others }, server);
  });
  beforeEach(() => {
    rig.reset();
    fetchBy = undefined;
    nextDay();
  });
  afterEach(startClock);
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  const sent = { bytes: 0 };
  const faults: [string, () => FakeOutcome][] = [
    ['a broken connection', () => 'reset'],
    ['a response that breaks off', () => ({ headers: JSON_TYPE, body: brokenOff() })],
    ['silence', silence],
    ['silence after the headers', () => ({ headers: JSON_TYPE, body: halfResponse() })],
    ['500', () => ({ status: 500, json: { error: 'server_error' } })],
    ['HTML with 200', () => ({ body: '<!doctype html><title>Maintenance</title>' })],
    ['an empty body with 200', () => ({ headers: JSON_TYPE, body: '' })],
    ['204', () => ({ status: 204 })],
    ['half a document', () => ({ headers: JSON_TYPE, body: '{"access_token":"at' })],
    ['50 MB', () => ({ headers: JSON_TYPE, body: large(50) })],
    ['endless chunks', () => ({ headers: JSON_TYPE, body: large(Infinity) })],
  ];

  describe.each(['discovery', 'token', 'jwks', 'userinfo'] as const)('at %s', (endpoint) => {
    it.each(faults)('responds with an error page to %s (H06)', async (_, respond) => {
      sent.bytes = 0;
      server.answer(endpoint, respond);
      await expectRefusal(endpoint);
      expect(sent.bytes).toBeLessThan(MAX_BYTES + BUFFERS);
    });

    it('responds with an error page if nothing listens (H06)', async () => {
      const gone = await FakeOAuthServer.start();
      await gone.close();
      fetchBy = (input, init) => {
        const isGone = `${input as string}`.endsWith(PATHS[endpoint]);
        return server.fetch(isGone ? `${gone.issuer}/x` : input, init);
      };
      const id = endpoint === 'userinfo' ? 'userinfo' : 'idp';

      const { location } =
        endpoint === 'discovery'
          ? await rig.client().signIn(id)
          : await rig.signIn(rig.client(), id);

      const error = endpoint === 'discovery' ? 'Configuration' : 'OAuthCallbackError';
      expect(location).toBe(`${rig.app.url}/auth/signin?error=${error}`);
      expect(rig.watched.done()).toEqual([]);
    });
  });

  const redirects: [string, (evil: string) => FakeOutcome][] = [
    ['to itself', () => ({ status: 302, headers: { location: './' } })],
    ['to another host', (evil) => ({ status: 302, headers: { location: `${evil}/x` } })],
    ['to another host (301)', (evil) => ({ status: 301, headers: { location: `${evil}/x` } })],
    ['to another host with the body', (evil) => ({ status: 307, headers: { location: evil } })],
    ['with the body (308)', (evil) => ({ status: 308, headers: { location: `${evil}/token` } })],
    ['to http', () => ({ status: 302, headers: { location: 'http://idp.example/token' } })],
  ];

  describe.each(['discovery', 'token', 'jwks', 'userinfo'] as const)('at %s', (endpoint) => {
    it.each(redirects)('follows no redirect %s (H07)', async (_, respond) => {
      const evil = await FakeOAuthServer.start();
      const target = respond(evil.issuer);
      server.answer(endpoint, () => target);

      await expectRefusal(endpoint);
      expect(evil.requests).toEqual([]);
      await evil.close();
    });
  });

  /** Asserts a refusal with an error, after exactly one call to the endpoint. */
  async function expectRefusal(
    endpoint: 'discovery' | 'token' | 'jwks' | 'userinfo',
  ): Promise<void> {
    const browser = rig.client();
    const id = endpoint === 'userinfo' ? 'userinfo' : 'idp';
    let calls = 0;
    const act = async () => {
      const callback = endpoint === 'discovery' ? undefined : await rig.approve(browser, id);
      const response = callback ? await browser.get(callback.href) : await browser.signIn(id);
      calls = server.requestsTo(endpoint).length;
      return response;
    };
    const refusal =
      endpoint === 'discovery'
        ? ({ error: 'Configuration', page: 'signin', upTo: endpoint } as const)
        : ({ error: 'OAuthCallbackError', upTo: endpoint } as const);
    await rig.expectRefused(browser, act, refusal);
    expect(calls).toBe(1);
  }

  async function* large(megabytes: number): AsyncGenerator<Buffer> {
    const piece = Buffer.alloc(64 * 1024, ' ');
    for (let done = 0; done < megabytes * 16; done += 1) {
      sent.bytes += piece.length;
      yield await Promise.resolve(piece);
    }
  }
});

const JSON_TYPE = { 'content-type': 'application/json' };
const PATHS = {
  discovery: '/openid-configuration',
  token: '/token',
  jwks: '/jwks',
  userinfo: '/userinfo',
};

async function* brokenOff(): AsyncGenerator<string> {
  yield '{"issuer":"https://idp.example",';
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('the connection breaks');
}

function silence(): FakeOutcome {
  runOut();
  return 'silence';
}

async function* halfResponse(): AsyncGenerator<string> {
  yield '{';
  await never();
}
