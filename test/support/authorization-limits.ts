/** What a vendor's documentation demands of an authorization request. */
interface Limits {
  /** Where it says so, if not in the page that the preset names. */
  readonly see?: string;
  /** How scopes are separated; `none` if the vendor has no such parameter. */
  readonly scopes: 'space' | 'comma' | 'none';
  /** A scope without which the vendor refuses the request. */
  readonly scope?: string;
  readonly state?: RegExp;
  /** The parameters that must come first, in this order. */
  readonly order?: readonly string[];
  /** Parameters that must be there besides `response_type`, `redirect_uri`, the client and `state`. */
  readonly required?: readonly string[];
  /** One of them must be there. */
  readonly oneOf?: readonly string[];
  /** Documented parameters that are not part of the standards. */
  readonly known?: readonly string[];
  /** Whether the vendor refuses parameters that it does not know, also PKCE and the nonce. */
  readonly isClosed?: boolean;
  /** @default 'client_id' */
  readonly client?: string;
  /** @default 'code' */
  readonly responseType?: string;
  readonly fragment?: string;
}

/** OpenID Connect Core 3.1.2.1: `openid` is required, and others are ignored if unknown. */
const CONNECT: Limits = { scopes: 'space', scope: 'openid' };
/** RFC 6749 section 4.1.1. */
const SPACE: Limits = { scopes: 'space' };
const COMMA: Limits = { scopes: 'comma' };
const NONE: Limits = { scopes: 'none' };

const WECHAT = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];

/** What each vendor demands, by the name of the preset. */
export const LIMITS: Readonly<Record<string, Limits>> = {
  // The scopes of Apple are not those of OpenID Connect, and with any it posts its response.
  Apple: { ...SPACE, scope: 'name', required: ['response_mode'], known: ['response_mode'] },
  Asgardeo: CONNECT,
  Atlassian: { ...SPACE, required: ['audience', 'scope'], known: ['audience', 'prompt'] },
  Auth0: { ...CONNECT, known: ['connection', 'organization', 'audience'] },
  Authentik: CONNECT,
  AzureAD: CONNECT,
  AzureADB2C: { ...CONNECT, known: ['p'] },
  AzureDevOps: {
    ...SPACE,
    see: 'https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth',
    responseType: 'Assertion',
    required: ['scope'],
  },
  BankIDNorway: { ...CONNECT, known: ['login_hint', 'ui_locales'] },
  // https://github.com/nextauthjs/next-auth/issues/12868: refused without `state`.
  BattleNet: CONNECT,
  BeyondIdentity: CONNECT,
  Bitbucket: SPACE,
  Box: NONE,
  BoxyHQSAML: { ...NONE, oneOf: ['tenant', 'provider'], known: ['tenant', 'product', 'provider'] },
  Bungie: { ...NONE, known: ['reauth'] },
  ClickUp: NONE,
  Cognito: { ...CONNECT, known: ['identity_provider', 'idp_identifier'] },
  Coinbase: {
    ...SPACE,
    see: 'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference',
    state: /^.{8,}$/,
    known: ['layout', 'referral'],
  },
  Concept2: { ...COMMA, required: ['scope'] },
  Descope: CONNECT,
  Discord: { ...SPACE, required: ['scope'], known: ['permissions', 'prompt'] },
  Dribbble: NONE,
  Dropbox: {
    ...SPACE,
    see: 'https://www.dropbox.com/developers/documentation/http/documentation',
    state: /^.{1,500}$/,
    known: ['token_access_type', 'force_reapprove'],
  },
  DuendeIdentityServer6: CONNECT,
  EVEOnline: SPACE,
  Eventbrite: SPACE,
  FACEIT: { ...NONE, known: ['redirect_popup'] },
  Facebook: { ...COMMA, known: ['auth_type', 'config_id'] },
  Figma: { ...SPACE, required: ['scope'] },
  FortyTwo: SPACE,
  Foursquare: NONE,
  Freshbooks: NONE,
  Frontegg: CONNECT,
  FusionAuth: { ...CONNECT, known: ['tenantId'] },
  GitHub: { ...SPACE, known: ['login', 'allow_signup'] },
  GitLab: { ...SPACE, required: ['scope'] },
  Google: { ...CONNECT, known: ['access_type', 'hd', 'include_granted_scopes'] },
  HubSpot: { ...SPACE, required: ['scope'], known: ['optional_scope'] },
  HuggingFace: CONNECT,
  IdentityServer4: CONNECT,
  Instagram: { ...COMMA, scope: 'user_profile' },
  Kakao: NONE,
  Keycloak: { ...CONNECT, known: ['kc_idp_hint'] },
  Kinde: { ...CONNECT, state: /^.{8,}$/, known: ['org_code', 'audience'] },
  LINE: {
    ...CONNECT,
    see: 'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
    state: /^[0-9a-zA-Z]+$/,
    known: ['bot_prompt', 'switch_amr'],
  },
  LinkedIn: CONNECT,
  Logto: CONNECT,
  Mailchimp: NONE,
  Mailru: { ...SPACE, scope: 'userinfo' },
  Mastodon: { ...SPACE, known: ['force_login', 'lang'] },
  Mattermost: NONE,
  Medium: { ...COMMA, required: ['scope'] },
  MicrosoftEntraID: CONNECT,
  Naver: NONE,
  NetSuite: {
    ...SPACE,
    see: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html',
    required: ['scope'],
    state: /^[\x20-\x7e]{22,1024}$/,
  },
  Netlify: NONE,
  Nextcloud: NONE,
  Notion: { ...NONE, required: ['owner'], known: ['owner'] },
  Okta: {
    ...CONNECT,
    see: 'https://developer.okta.com/docs/reference/api/oidc/',
    state: /^[\w.,-]+$/,
    known: ['idp'],
  },
  OneLogin: CONNECT,
  OryHydra: {
    ...CONNECT,
    see: 'https://www.ory.sh/docs/hydra/guides/oauth2-openid-connect',
    state: /^.{8,}$/,
  },
  Osso: { ...NONE, known: ['domain', 'email'] },
  Osu: SPACE,
  Passage: CONNECT,
  Patreon: SPACE,
  PingId: CONNECT,
  Pinterest: { ...COMMA, required: ['scope'] },
  Pipedrive: NONE,
  Reddit: { ...SPACE, required: ['scope'], known: ['duration'] },
  Roblox: CONNECT,
  Salesforce: CONNECT,
  SimpleLogin: CONNECT,
  Slack: { ...CONNECT, known: ['team'] },
  Spotify: { ...SPACE, known: ['show_dialog'] },
  Strava: { ...COMMA, required: ['scope'], known: ['approval_prompt'] },
  Threads: { ...COMMA, scope: 'threads_basic' },
  TikTok: {
    ...COMMA,
    see: 'https://developers.tiktok.com/doc/login-kit-web/',
    client: 'client_key',
    scope: 'user.info.basic',
    known: ['code_challenge', 'code_challenge_method'],
    isClosed: true,
  },
  Todoist: { ...COMMA, required: ['scope'] },
  Trakt: NONE,
  // Its `claims` are those of OpenID Connect.
  Twitch: { ...CONNECT, known: ['claims', 'force_verify'] },
  Twitter: {
    ...SPACE,
    see: 'https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code',
    required: ['scope', 'code_challenge', 'code_challenge_method'],
    state: /^.{1,500}$/,
  },
  UnitedEffects: { ...CONNECT, known: ['resource'] },
  VK: { ...COMMA, known: ['v', 'display', 'revoke'] },
  Vipps: {
    ...CONNECT,
    see: 'https://developer.vippsmobilepay.com/docs/APIs/login-api/',
    state: /^.{8,}$/,
  },
  WeChat: {
    ...COMMA,
    see: 'https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html',
    client: 'appid',
    state: /^[0-9a-zA-Z]{1,128}$/,
    order: WECHAT,
    isClosed: true,
    fragment: '#wechat_redirect',
  },
  Webex: { ...SPACE, required: ['scope'] },
  Wikimedia: NONE,
  WordPress: { ...SPACE, known: ['blog'] },
  WorkOS: {
    ...NONE,
    see: 'https://workos.com/docs/reference/sso/get-authorization-url',
    oneOf: ['connection', 'organization', 'provider'],
    known: ['connection', 'organization', 'provider'],
  },
  Yandex: { ...SPACE, known: ['device_id', 'force_confirm'] },
  ZITADEL: CONNECT,
  Zoho: {
    ...COMMA,
    see: 'https://zoho.com/accounts/protocol/oauth/web-apps/authorization.html',
    required: ['scope'],
    known: ['access_type', 'prompt'],
  },
  Zoom: NONE,
};

/** What a vendor may ignore: RFC 7636 section 4.3; OpenID Connect Core section 3.1.2.1. */
const IGNORED = ['code_challenge', 'code_challenge_method', 'nonce'];

/** Returns what a vendor would refuse in an authorization request; nothing if it is accepted. */
export function problemsOfRequest(name: string, url: string): string[] {
  const { searchParams, hash } = new URL(url);
  const limits = LIMITS[name] ?? SPACE;
  const { required = [], oneOf, known = [], order = [], client = 'client_id' } = limits;
  const names = [...searchParams.keys()];
  const of = (parameter: string) => searchParams.get(parameter) ?? '';
  const scopes = of('scope').split(limits.scopes === 'comma' ? ',' : ' ');
  const always = ['response_type', client, 'redirect_uri', 'state'];
  const members = [
    ...always,
    ...(limits.scopes === 'none' ? [] : ['scope']),
    ...known,
    ...(limits.isClosed ? [] : IGNORED),
  ];
  const tests: [problem: string, holds: boolean][] = [
    ['state', (limits.state ?? /^[\x21-\x7e]{8,1024}$/).test(of('state'))],
    ['order', names.slice(0, order.length).join() === order.join()],
    ['missing members', [...always, ...required].every((one) => of(one) !== '')],
    ['none of the alternatives', oneOf?.some((one) => names.includes(one)) ?? true],
    [`unknown members: ${names.join()}`, names.every((one) => members.includes(one))],
    ['repeated members', new Set(names).size === names.length],
    ['empty members', [...searchParams.values()].every((value) => value !== '')],
    ['scope', limits.scope === undefined || scopes.includes(limits.scope)],
    ['separator of scopes', !scopes.some((scope) => /[ ,]/.test(scope))],
    ['response_type', of('response_type') === (limits.responseType ?? 'code')],
    ['code_challenge', /^(?:|[\w-]{43})$/.test(of('code_challenge'))],
    ['fragment', hash === (limits.fragment ?? '')],
    ['length', url.length <= 2000],
  ];
  return tests.filter(([, holds]) => !holds).map(([problem]) => problem);
}
