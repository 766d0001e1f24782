import type { Provider } from '@authnest/core';
import { Auth0, Cognito, Keycloak, MicrosoftEntraID, Okta } from '@authnest/providers';
import type { FakeOAuthServer } from '@authnest/testing';
import { type Platform, platforms } from '../support/test-app.js';
import { presets } from '../support/presets.js';
import { problemsOf } from '../support/problems-of.js';
import { SignOutRig } from './sign-out-rig.js';

const STATE = /state=[\w-]{43}/;

/** Signs in and out with a preset. */
async function leave(
  platform: Platform,
  preset: (server: FakeOAuthServer) => Provider & { id: string },
  { endpoint, claims = {} }: { endpoint?: string; claims?: Record<string, unknown> } = {},
) {
  let id = '';
  const rig = await SignOutRig.start(platform, {
    others: (server) => {
      server.metadata = { end_session_endpoint: endpoint };
      const config = preset(server);
      ({ id } = config);
      return [config];
    },
  });
  rig.server.idToken = { claims: { sid: 'sid-1', ...claims } };
  const browser = await rig.signedIn(rig.app.client(), id);
  const { location = '' } = await browser.signOut({ callbackUrl: '/bye' });
  const idToken = new URL(location).searchParams.get('id_token_hint') ?? '';
  const here = encodeURIComponent(`${rig.app.url}/auth/signed-out`);
  const state = new URL(location).searchParams.get('state');
  const back = await browser.get(`/auth/signed-out${state === null ? '' : `?state=${state}`}`);
  const { logs, url } = rig.app;
  await rig.close();
  return { location, idToken, here, faults: logs.types, home: `${url}/bye`, back: back.location };
}

describe.each(platforms())('sign-out at a ready-made provider on %s', (platform) => {
  it.each<[string, (server: FakeOAuthServer) => Provider & { id: string }, string]>([
    [
      'Auth0',
      ({ client }) => Auth0({ ...client, logout: true }),
      'https://shop.eu.auth0.com/oidc/logout',
    ],
    [
      'Keycloak',
      ({ client }) => Keycloak({ ...client, logout: true }),
      'https://id.example/realms/shop/protocol/openid-connect/logout',
    ],
    [
      'Microsoft Entra ID',
      ({ client }) => MicrosoftEntraID({ ...client, logout: true }),
      'https://login.microsoftonline.com/72f988bf/oauth2/v2.0/logout',
    ],
    [
      'Okta',
      ({ client }) => Okta({ ...client, logout: true }),
      'https://shop.okta.com/oauth2/v1/logout',
    ],
  ])('%s receives the standard parameters (J29)', async (_name, preset, endpoint) => {
    const { location, idToken, here, faults, home, back } = await leave(platform, preset, {
      endpoint,
    });

    expect(idToken).toMatch(/^eyJ/);
    expect(location.replace(STATE, 'state=x')).toBe(
      `${endpoint}?id_token_hint=${idToken}&post_logout_redirect_uri=${here}&state=x&client_id=client`,
    );
    expect([back, faults]).toEqual([home, []]);
  });

  it('Cognito receives only `logout_uri` and `client_id` (J29)', async () => {
    const endpoint = 'https://shop.auth.eu-central-1.amazoncognito.com/logout';

    const { location, here, faults, home, back } = await leave(
      platform,
      ({ client }) => Cognito({ ...client, logout: true }),
      { endpoint },
    );

    expect(location).toBe(`${endpoint}?logout_uri=${here}&client_id=client`);
    expect([back, faults]).toEqual([home, []]);
  });

  it("Auth0 receives `returnTo` at /v2/logout with `logout: 'legacy'` (J29)", async () => {
    const { location, here, faults, home, back } = await leave(platform, ({ client }) =>
      Auth0({ ...client, logout: 'legacy' }),
    );

    expect(location).toBe(`https://idp.example/v2/logout?returnTo=${here}&client_id=client`);
    expect([back, faults]).toEqual([home, []]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['the claim `login_hint`', { login_hint: 'O.abc' }, 'O.abc'],
    ['the session id, if there is no `login_hint`,', {}, 'sid-1'],
  ])('sends %s as `logout_hint` if that is configured (J29)', async (_what, claims, hint) => {
    const endpoint = 'https://login.microsoftonline.com/72f988bf/oauth2/v2.0/logout';

    const { location } = await leave(
      platform,
      ({ client }) => MicrosoftEntraID({ ...client, logout: { hint: 'logout_hint' } }),
      { endpoint, claims },
    );

    const { searchParams } = new URL(location);
    expect(searchParams.get('logout_hint')).toBe(hint);
    expect(searchParams.has('id_token_hint')).toBe(false);
  });

  it('signs out only locally with Okta if the ID token was too long to store (J29)', async () => {
    const { location, faults, home } = await leave(
      platform,
      ({ client }) => Okta({ ...client, logout: true }),
      {
        endpoint: 'https://shop.okta.com/oauth2/v1/logout',
        claims: { groups: 'g'.repeat(6000) },
      },
    );

    expect(location).toBe(home);
    expect(faults).toEqual([]);
  });
});

describe('the option `logout` of ready-made providers', () => {
  const ISSUER = 'https://idp.example';
  /** According to their metadata and documentation, these have no end session endpoint. */
  const WITHOUT = [
    'Apple',
    'GitHub',
    'Google',
    'HuggingFace',
    'LINE',
    'LinkedIn',
    'Roblox',
    'Slack',
    'Twitch',
  ];

  const startWith = (preset: (typeof presets)[number][1], logout: unknown): string[] => {
    const client = { clientId: 'client', clientSecret: 'secret-of-the-client' };
    return problemsOf({ providers: [preset({ ...client, logout })] });
  };

  it('is refused if the provider has no end session endpoint, with a remedy (J29)', () => {
    const refused = presets.filter(([, preset]) => startWith(preset, true).some(isRefusal));

    const plain = presets.filter(([, preset]) => isPlain(preset())).map(([name]) => name);
    expect(plain).toContain('Facebook');
    expect(refused.map(([name]) => name).sort()).toEqual([...WITHOUT, ...plain].sort());
  });

  it('is accepted for such a provider with an explicit URL, but not as `legacy` (J29)', () => {
    for (const name of WITHOUT) {
      const preset = presets.find(([known]) => known === name)?.[1];
      expect(preset && startWith(preset, { url: `${ISSUER}/out` })).toEqual([]);
      expect(preset && startWith(preset, 'legacy').join()).toContain('true, false or an object');
    }
  });

  it('requires the issuer of Auth0 if it is `legacy` (J29)', () => {
    const auth0 = Auth0({ clientId: 'client', clientSecret: 's', logout: 'legacy' });

    expect(problemsOf({ providers: [auth0] }).join()).toContain('issuer');
  });
});

/** Whether a provider is plain OAuth 2.0 without metadata that could name an endpoint. */
function isPlain({ type, issuer, wellKnown }: ReturnType<(typeof presets)[number][1]>): boolean {
  return type === 'oauth' && issuer === undefined && wellKnown === undefined;
}

function isRefusal(problem: string): boolean {
  return problem.endsWith(
    'logout: the provider has no end session endpoint; remove `logout`, or set `logout.url`',
  );
}
