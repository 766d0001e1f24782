import type { Provider } from '@authnest/core';
import { type Preset, presets } from '../support/presets.js';
import { platforms, TestApp } from '../support/test-app.js';

const ISSUER = 'https://tenant.example/realm';
const IDS = presets.map(([, preset]) => preset().id);

/** Issuers in a form other than `ISSUER`, for the providers that need one. */
const OTHER_ISSUERS: Readonly<Record<string, string>> = {
  osso: `${ISSUER}/`,
};
const OWN_ISSUER: ReadonlySet<string> = new Set(
  'asgardeo auth0 authentik azure-ad-b2c battlenet beyondidentity boxyhq-saml cognito duende-identity-server6 frontegg fusionauth hydra identity-server4 keycloak kinde logto mastodon mattermost nextcloud okta onelogin osso passage ping-id united-effects zitadel'.split(
    ' ',
  ),
);

/** Returns options for a provider; a new object each time, since Auth.js modifies it. */
function optionsOf(id: string): object {
  return {
    clientId: 'client-1',
    clientSecret: 'canary-secret-4410',
    ...(OWN_ISSUER.has(id) && { issuer: OTHER_ISSUERS[id] ?? ISSUER }),
    ...(id === 'netsuite' && { accountID: '1234567', userinfo: 'https://rest.example/me' }),
    ...(id === 'fusionauth' && { tenantId: 'tenant-1' }),
    // Without one, the vendor refuses the request, and ours is not made.
    ...(id === 'workos' && { connection: 'conn_1' }),
    ...(id === 'notion' && { redirectUri: 'https://app.example/auth/callback/notion' }),
  };
}

/** How our URL differs from the one that Auth.js builds, and why. */
interface Deviation {
  /** What Auth.js does. */
  readonly reason: string;
  /** Values in our URL; undefined means absent. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly hash?: string;
  /** Random parameters that only ours sends. */
  readonly random?: readonly string[];
}

const NO_SCOPE: Deviation = {
  reason: 'declares no scope, so the OpenID Connect scopes would be sent to plain OAuth',
  params: { scope: undefined },
};
const NO_PKCE: Deviation = {
  reason: 'omits PKCE, although the vendor supports it',
  params: { code_challenge_method: 'S256' },
  random: ['code_challenge'],
};
const EMPTY_SCOPE: Deviation = {
  reason: 'sends an empty scope, which the grammar does not allow',
  params: { scope: undefined },
};

const OWN_CLIENT_ID: Deviation = {
  reason: 'sends `client_id` beside the name that the vendor gives it',
  params: { client_id: undefined },
};

const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  box: NO_SCOPE,
  'boxyhq-saml': NO_SCOPE,
  bungie: NO_SCOPE,
  'click-up': NO_SCOPE,
  dribbble: { reason: 'sends an option that is undefined', params: { scope: undefined } },
  eveonline: NO_PKCE,
  faceit: NO_SCOPE,
  figma: NO_PKCE,
  line: NO_PKCE,
  netsuite: NO_PKCE,
  foursquare: NO_SCOPE,
  freshbooks: NO_SCOPE,
  mailchimp: NO_SCOPE,
  mattermost: NO_SCOPE,
  naver: NO_SCOPE,
  nextcloud: NO_SCOPE,
  notion: NO_SCOPE,
  osso: NO_SCOPE,
  pipedrive: NO_SCOPE,
  kakao: EMPTY_SCOPE,
  netlify: EMPTY_SCOPE,
  tiktok: OWN_CLIENT_ID,
  trakt: EMPTY_SCOPE,
  wikimedia: EMPTY_SCOPE,
  zoom: EMPTY_SCOPE,
  workos: NO_SCOPE,
  twitch: {
    reason: 'does not request email_verified, which linking needs',
    params: {
      claims:
        '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
    },
  },
  wechat: {
    reason: 'omits the fragment without which WeChat shows no page, and sends `client_id` too',
    params: { client_id: undefined },
    hash: '#wechat_redirect',
  },
};

/** Responds to discovery with the metadata that the start of a sign-in needs. */
const discovery: typeof fetch = (input) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  const base = origin + pathname.replace('/.well-known/openid-configuration', '');
  const slashed = [
    'https://apis.roblox.com/oauth',
    'https://api.vipps.no/access-management-1.0/access',
  ];
  return Promise.resolve(
    Response.json({
      issuer: slashed.includes(base) ? `${base}/` : base === `${ISSUER}/oauth` ? ISSUER : base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
  );
};

async function authJsProvider(id: string): Promise<Provider> {
  const file = id === 'hydra' ? 'ory-hydra' : id;
  const module = (await import(`@auth/core/providers/${file}`)) as { default: Preset };
  return module.default(optionsOf(id));
}

/** Returns what is the same in an authorization URL at each sign-in. */
function lasting(location: string | undefined): object {
  const { origin, pathname, hash, searchParams } = new URL(location ?? '');
  const {
    state,
    nonce,
    code_challenge,
    redirect_uri = '',
    ...params
  } = Object.fromEntries(searchParams);
  const path = new URL(redirect_uri).pathname;
  // Each of the two applications has its own origin.
  return {
    url: origin + pathname,
    hash,
    params: { ...params, redirect_uri: path },
    ...random({ state, nonce, code_challenge }),
  };
}

/** Returns which of the random parameters are present. */
function random(params: Readonly<Record<string, string | undefined>>): object {
  return { random: Object.keys(params).filter((name) => params[name] !== undefined) };
}

describe.each(platforms())('the providers of Auth.js on %s', (platform) => {
  let ours: TestApp;
  let theirs: TestApp;
  const start = (providers: Provider[]) =>
    TestApp.start({ platform, config: { providers, fetch: discovery } });

  beforeAll(async () => {
    ours = await start(presets.map(([, preset]) => preset(optionsOf(preset().id))));
    theirs = await start(await Promise.all(IDS.map(authJsProvider)));
  });
  afterAll(async () => {
    await ours.close();
    await theirs.close();
  });

  it.each(IDS)('%s, unchanged, starts the same sign-in as ours', async (id) => {
    const [own, foreign] = await Promise.all(
      [ours, theirs].map(async (app) => (await app.client().signIn(id)).location),
    );
    const expected = lasting(foreign) as { params: object; hash: string; random: string[] };
    const { params = {}, hash = expected.hash, random: more = [] } = DEVIATIONS[id] ?? {};

    expect(lasting(own)).toEqual({
      ...expected,
      params: { ...expected.params, ...params },
      hash,
      random: [...expected.random, ...more],
    });
  });
});
