import { OAuth } from '@authnest/core';
import type { FakeOAuthServer } from '@authnest/testing';
import { platforms } from '../../support/test-app.js';
import { CLIENT_SECRET, Rig, startServer } from './rig.js';

/** The issuer has a path, so it is not the origin of the token endpoint. */
const ISSUER = 'https://idp.example/realm';
const URLS = {
  authorization: `${ISSUER}/authorize`,
  token: `${ISSUER}/token`,
  userinfo: `${ISSUER}/userinfo`,
};
const WELL_KNOWN = `${ISSUER}/.well-known/openid-configuration`;
const KEYS = `${ISSUER}/jwks`;

/** @see docs/design/wire-contract.md 7.2 step 3 */
describe.each(platforms())('a provider with configured endpoints on %s', (platform) => {
  let server: FakeOAuthServer;

  beforeAll(async () => {
    server = await startServer({ issuer: ISSUER });
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  it.each([
    ['every endpoint', { ...URLS, jwks_endpoint: KEYS }, 0],
    ['all but the keys', URLS, 1],
    ['all but the user info', { ...URLS, userinfo: undefined, jwks_endpoint: KEYS }, 0],
    [
      'all but the user info that it needs',
      { ...URLS, userinfo: undefined, jwks_endpoint: KEYS, idToken: false },
      1,
    ],
    [
      'all but the issuer',
      { ...URLS, jwks_endpoint: KEYS, issuer: undefined, wellKnown: WELL_KNOWN },
      1,
    ],
  ])('signs in with %s, and fetches the metadata only if needed', async (_, provider, fetches) => {
    const rig = await Rig.start({ platform, provider }, server);
    server.metadata = { authorization_response_iss_parameter_supported: true };

    expect(await rig.expectSignedIn()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect(server.requestsTo('discovery')).toHaveLength(fetches);
    await rig.close();
  });

  it('compares `iss` at a plain OAuth provider with the issuer in the metadata (U19)', async () => {
    const { clientId } = server.client;
    const plain = { clientId, clientSecret: CLIENT_SECRET, ...URLS, wellKnown: WELL_KNOWN };
    const others = () => [OAuth({ id: 'plain', name: 'Plain', ...plain })];
    const rig = await Rig.start({ platform, others }, server);

    await rig.expectSignedIn(rig.client(), 'plain');
    server.callback = { iss: 'https://idp.example' };
    const refused = await rig.signIn(rig.client(), 'plain');

    expect(refused.location).toBe(`${rig.app.url}/auth/signin?error=OAuthCallbackError`);
    await rig.close();
  });
});
