import { randomUUID } from 'node:crypto';
import { FakeOAuthServer } from '@authnest/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { startClock, stopClock } from '../../support/clock.js';
import { timesOf } from '../../support/effort.js';
import { platforms } from '../../support/test-app.js';
import { nextDay, Rig, startServer } from './rig.js';

const REFUSED = { error: 'OAuthCallbackError', upTo: 'jwks' } as const;
/** Seconds after which an unknown key is looked up again. */
const COOL_DOWN = 60;
/** Seconds for which a key set is trusted. */
const CACHE_LIFE = 300;
/** Number of tokens that name unknown keys. */
const ATTEMPTS = timesOf('KEY_ATTEMPTS', { part: 20, whole: 100 });

describe.each(platforms())('key sets on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  let noon: number;

  beforeAll(async () => {
    server = await startServer();
    rig = await Rig.start({ platform }, server);
  });
  beforeEach(() => {
    rig.reset();
    noon = nextDay();
  });
  afterEach(startClock);
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  /** Sets the stopped clock to this many seconds after noon. */
  const setClock = (seconds: number) => stopClock(noon + seconds * 1000);

  /** Generates a key other than the one that the provider signs with. */
  async function anotherKey(alg = 'RS256') {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = randomUUID();
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
  }

  it('accepts a token without kid if only one key is usable (B14)', async () => {
    server.idToken = { header: { kid: undefined } };

    await rig.expectSignedIn();
  });

  it('accepts a token without kid if all other keys are for other purposes (B14)', async () => {
    const [forEncryption, elliptic] = [await anotherKey(), await anotherKey('ES256')];
    server.answer('jwks', async () => ({
      json: {
        keys: [{ ...forEncryption.jwk, use: 'enc' }, elliptic.jwk, await server.publicKey()],
      },
    }));
    server.idToken = { header: { kid: undefined } };

    await rig.expectSignedIn();
  });

  it('refuses a token without kid if several keys are usable (B15)', async () => {
    const other = await anotherKey();
    const stranger = await anotherKey();
    const keys = [other.jwk, await server.publicKey()];

    for (const order of [keys, [...keys].reverse()]) {
      for (const key of [undefined, other.privateKey, stranger.privateKey]) {
        nextDay();
        server.answer('jwks', () => ({ json: { keys: order } }));
        server.idToken = { header: { kid: undefined }, key };
        await rig.expectSignInRefused(REFUSED);
      }
    }
  });

  it('fetches the keys once for an unknown kid, then refuses the token (B16)', async () => {
    await rig.expectSignedIn();
    setClock(1);
    server.requests.length = 0;
    server.idToken = { header: { kid: randomUUID() } };

    const { location } = await rig.signIn(rig.client());

    expect(location).toBe(`${rig.app.url}/auth/signin?error=OAuthCallbackError`);
    expect(server.requestsTo('jwks')).toHaveLength(1);
  });

  it('fetches the keys at most once per cool-down, however many tokens name unknown keys (B16)', async () => {
    await rig.expectSignedIn();
    const until = COOL_DOWN + 1;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      setClock(until + (attempt * 50) / ATTEMPTS);
      server.idToken = { header: { kid: randomUUID() } };
      expect((await rig.signIn(rig.client())).location).toContain('error=OAuthCallbackError');
      server.idToken = {};
      if (attempt % (ATTEMPTS / 5) === 0) await rig.expectSignedIn();
    }

    // One at the first sign-in, one for the first unknown key.
    expect(server.requestsTo('jwks')).toHaveLength(2);
  });

  it('signs in after the signing key was replaced (B17)', async () => {
    await rig.expectSignedIn();
    server.rotateKeys();
    setClock(1);

    await rig.expectSignedIn();
  });

  it('signs in after the signing key was replaced and the clock was set back by an hour (H20)', async () => {
    await rig.expectSignedIn();
    server.rotateKeys();
    setClock(1);
    await rig.expectSignedIn();

    server.rotateKeys();
    setClock(-3600);

    await rig.expectSignedIn();
  });

  it('signs in when the key is replaced between authorization and token response (B17)', async () => {
    await rig.expectSignedIn();
    setClock(1);
    const browser = rig.client();
    const callback = await rig.approve(browser);
    server.rotateKeys();

    expect((await browser.get(callback.href)).location).toBe(`${rig.app.url}/home`);
    expect(await browser.session()).not.toBeNull();
  });

  it('refuses a token signed with a withdrawn key once the cached key set has expired (B18)', async () => {
    const withdrawn = await anotherKey();
    server.answer('jwks', async () => ({
      json: { keys: [withdrawn.jwk, await server.publicKey()] },
    }));
    server.idToken = { key: withdrawn.privateKey, header: { kid: withdrawn.kid } };
    await rig.expectSignedIn();
    server.answer('jwks', (_, honest) => honest());

    setClock(CACHE_LIFE + 1);

    await rig.expectSignInRefused(REFUSED);
  });

  it('refuses a key that the token header contains or refers to, and fetches nothing (B19)', async () => {
    const evil = await FakeOAuthServer.start();
    const own = await anotherKey();
    const certificate = Buffer.from('no certificate at all').toString('base64');
    const headers = [
      { jwk: own.jwk },
      { jku: `${evil.issuer}/jwks` },
      { x5u: `${evil.issuer}/x5u` },
      { x5c: [certificate] },
      { jwk: own.jwk, jku: `${evil.issuer}/jwks`, x5u: `${evil.issuer}/x5u`, x5c: [certificate] },
    ];

    for (const header of headers) {
      for (const kid of [{}, { kid: own.kid }, { kid: undefined }]) {
        server.idToken = { key: own.privateKey, header: { ...header, ...kid } };
        await rig.expectSignInRefused(REFUSED);
      }
    }
    expect(evil.requests).toEqual([]);
    await evil.close();
  });

  it.each(['application/json', 'application/jwk-set+json'])(
    'reads the keys from whatever jwks_uri the metadata name, as %s (B21)',
    async (type) => {
      for (const path of ['/keys/1', '/keys/2']) {
        server.metadata = { jwks_uri: `${server.issuer}${path}` };
        server.answer('other', async ({ url }) =>
          url.pathname === path
            ? {
                headers: { 'content-type': type },
                body: JSON.stringify({ keys: [await server.publicKey()] }),
              }
            : { status: 404 },
        );
        nextDay();
        await rig.expectSignedIn();
        expect(server.requestsTo('jwks')).toEqual([]);
      }
    },
  );

  it('signs in while the keys cannot be fetched, as long as the cached ones are valid (H08)', async () => {
    await rig.expectSignedIn();
    server.answer('jwks', () => 'reset');
    setClock(CACHE_LIFE - 1);

    await rig.expectSignedIn();
  });

  it.each([
    ['responds with 500', () => ({ status: 500 }) as const],
    ['resets the connection', () => 'reset' as const],
    ['returns no keys', () => ({ json: { keys: [] } }) as const],
    ['returns no key set', () => ({ json: ['keys'] }) as const],
  ])('refuses a sign-in if no key is cached and the endpoint %s (H08)', async (_, respond) => {
    server.answer('jwks', respond);

    const { location } = await rig.signIn(rig.client());

    expect(location).toBe(`${rig.app.url}/auth/signin?error=OAuthCallbackError`);
    expect(rig.watched.done()).toEqual([]);
    setClock(COOL_DOWN + 1);
    await rig.expectHonestSignIn();
  });
});
