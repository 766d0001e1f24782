/**
 * Facts about the ready-made providers: who an account id identifies, and whether an address is
 * verified. The guide's table is generated from them, and the mappings are tested against them.
 */

/** A place in a response: names separated by dots, or an array of names. */
export type Place = string | readonly string[];

/** How a provider states whether it has verified an address. */
export interface Word {
  readonly at: string;
  /** Its name in the guide. @default `at` */
  readonly member?: string;
  readonly yes: unknown;
  readonly no: readonly unknown[];
}

/** The facts about one provider. */
export interface ProviderFacts {
  /** A description of the account id for readers. */
  readonly id: string;
  /** How one person's id might become another person's. @default it never does */
  readonly changesHands?: string;
  /** A profile from the provider, in which the address is verified if it states this. */
  readonly profile: object;
  /** Members of the response that make up the id. */
  readonly idAt: readonly Place[];
  /** `no address`, or `never` for a provider that never states that an address is verified. */
  readonly address: Word | 'no address' | 'never';
  /** A note for readers about that statement. */
  readonly note?: string;
  /** Options that the preset needs in addition to client and issuer. */
  readonly options?: object;
  /** The response to a request, if it differs from `profile`. */
  readonly respond?: (profile: object, url: string) => unknown;
  /** What the token endpoint returns besides the token, if the profile needs it. */
  readonly tokens?: (profile: object) => object;
}

const email = 'ada@example.com';
const NAMED = { name: 'Ada', email };
const VERIFIED: Word = { at: 'email_verified', yes: true, no: [false, 'false', null, 0, ''] };

/** Returns facts about standard OpenID Connect, with `sub` and `email_verified`. */
function oidc(facts: Partial<ProviderFacts> = {}): ProviderFacts {
  return {
    id: '`sub`',
    profile: { sub: 'sub-1', ...NAMED, email_verified: true },
    idAt: ['sub'],
    address: VERIFIED,
    ...facts,
  };
}

/** Returns facts about a product that anyone can host, whose operator determines the claims. */
const operated = (facts: Partial<ProviderFacts> = {}): ProviderFacts =>
  oidc({
    changesHands: 'if its operator derives `sub` from a name',
    note: 'set by its operator',
    ...facts,
  });

/** Returns facts for an id in a single member, by default without a verified address. */
function plain(at: string, id: string | number, facts: Partial<ProviderFacts> = {}): ProviderFacts {
  return {
    id: `\`${at}\``,
    idAt: [at],
    address: 'never',
    ...facts,
    profile: { ...place(at, id), ...facts.profile },
  };
}

/** Returns `{ a: { b: value } }` for `a.b`. */
function place(at: string, value: unknown): object {
  return at.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
}

const silent = { profile: NAMED } as const;
const noAddress = { address: 'no address' } as const;

/** The facts by export name in `@authnest/providers`. */
export const PROVIDER_FACTS: Readonly<Record<string, ProviderFacts>> = {
  Apple: oidc({ id: '`sub`, one for each developer team', note: 'may be a relay address' }),
  Asgardeo: operated(),
  Atlassian: plain('account_id', '5b10:ac8d', {
    profile: { ...NAMED, email_verified: true },
    address: VERIFIED,
  }),
  Auth0: oidc({ note: 'an enterprise connection may confirm any address' }),
  Authentik: operated({
    note: 'set by its operator; always true before 2025.10',
  }),
  AzureAD: entra(),
  AzureADB2C: {
    id: '`sub`',
    profile: { sub: 'sub-1', emails: [email] },
    idAt: ['sub'],
    address: 'never',
    note: 'the address may come from any directory',
  },
  AzureDevOps: plain('id', 'd6245f20', {
    profile: { emailAddress: email },
    note: 'the address may come from any directory',
  }),
  BankIDNorway: oidc(),
  BattleNet: oidc({ profile: { sub: '231', battle_tag: 'Ada#1' }, address: 'no address' }),
  BeyondIdentity: oidc(),
  Bitbucket: {
    ...plain('account_id', '557058:ec'),
    profile: {
      account_id: '557058:ec',
      emails: [
        { email: 'other@example.com', is_primary: false, is_confirmed: true },
        { email, is_primary: true, is_confirmed: true },
      ],
    },
    address: { at: 'emails.1.is_confirmed', member: 'is_confirmed', yes: true, no: [false, null] },
    respond: (profile, url) =>
      url.endsWith('/emails')
        ? { values: memberOf(profile, 'emails') }
        : without(profile, 'emails'),
  },
  Box: plain('id', '11446498', { profile: { login: email } }),
  BoxyHQSAML: {
    id: '`requested.tenant`, `requested.product` and `id`',
    profile: { id: 'saml-1', email, requested: { tenant: 'corp', product: 'shop' } },
    idAt: ['requested.tenant', 'requested.product', 'id'],
    address: 'never',
    note: 'each tenant may confirm any address',
  },
  Bungie: plain('Response.bungieNetUser.membershipId', '4352', {
    ...noAddress,
    options: { apiKey: 'key-1' },
    tokens: () => ({ membership_id: '4352' }),
  }),
  ClickUp: plain('user.id', 123, { profile: { user: { id: 123, email } } }),
  Cognito: oidc({ note: 'a mapped identity provider may confirm any address' }),
  Coinbase: plain('data.id', '9da7', { profile: { data: { id: '9da7', ...NAMED } } }),
  Concept2: plain('data.id', 1, { profile: { data: { id: 1, email } } }),
  Descope: oidc(),
  Discord: plain('id', '80351110224678912', {
    profile: { email, verified: true },
    address: { ...VERIFIED, at: 'verified' },
  }),
  Dribbble: plain('id', 1, silent),
  Dropbox: plain('account_id', 'dbid:AAH4', {
    profile: { email, email_verified: true },
    address: VERIFIED,
  }),
  DuendeIdentityServer6: operated(),
  Eventbrite: plain('id', '163054428874', {
    profile: { emails: [{ email, primary: true, verified: true }] },
    address: { at: 'emails.0.verified', member: 'verified', yes: true, no: [false, null] },
  }),
  EVEOnline: {
    id: '`CharacterID` and `CharacterOwnerHash`',
    profile: { CharacterID: 95465499, CharacterName: 'Ada', CharacterOwnerHash: 'hash-1' },
    idAt: ['CharacterID', 'CharacterOwnerHash'],
    ...noAddress,
  },
  Facebook: plain('id', '10158', silent),
  FACEIT: plain('guid', 'c3a1', { profile: { email, email_verified: true }, address: VERIFIED }),
  Figma: plain('id', '2021', { profile: { email } }),
  FortyTwo: plain('id', 2, { profile: { email } }),
  Foursquare: plain('response.user.id', '32', {
    profile: { response: { user: { id: '32', contact: { email } } } },
  }),
  Freshbooks: plain('response.id', 2192788, {
    profile: { response: { id: 2192788, email, confirmed_at: '2026-01-01T00:00:00Z' } },
    address: {
      at: 'response.confirmed_at',
      member: 'confirmed_at',
      yes: '2026-01-01T00:00:00Z',
      no: [null, ''],
    },
  }),
  Frontegg: oidc(),
  FusionAuth: oidc(),
  GitHub: {
    ...plain('id', 583231),
    profile: {
      id: 583231,
      login: 'ada',
      email,
      emails: [
        { email: 'other@example.com', primary: true, verified: true },
        { email, primary: false, verified: true },
      ],
    },
    address: {
      at: 'emails.1.verified',
      member: 'verified',
      yes: true,
      no: [false, null],
    },
    note: 'in the list of addresses, which needs the scope `user:email`',
    respond: (profile, url) =>
      url.endsWith('/emails') ? memberOf(profile, 'emails') : without(profile, 'emails'),
  },
  GitLab: plain('id', 1, {
    profile: { username: 'ada', ...NAMED, confirmed_at: '2026-01-01T00:00:00Z' },
    address: { at: 'confirmed_at', yes: '2026-01-01T00:00:00Z', no: [null, ''] },
  }),
  Google: oidc({
    profile: { sub: 'sub-1', ...NAMED, email_verified: true, hd: 'example.com' },
    note: 'at gmail.com and googlemail.com, or with `hd`',
  }),
  HubSpot: plain('user_id', 123, { profile: { user: email } }),
  HuggingFace: oidc(),
  IdentityServer4: operated(),
  Instagram: plain('id', '178', { ...noAddress, profile: { username: 'ada' } }),
  Kakao: plain('id', 123456789, {
    profile: { kakao_account: { email, is_email_valid: true, is_email_verified: true } },
    address: {
      at: 'kakao_account.is_email_verified',
      member: 'is_email_verified',
      yes: true,
      no: [false, null],
    },
    note: 'unless `is_email_valid` is false',
  }),
  Keycloak: operated(),
  Kinde: oidc(),
  LINE: oidc({ address: 'never', profile: { sub: 'sub-1', ...NAMED } }),
  LinkedIn: oidc(),
  Logto: oidc(),
  Mailchimp: plain('login.login_id', 55, { profile: { login: { login_id: 55, email } } }),
  Mailru: plain('id', '1234', silent),
  Mastodon: plain('id', '14715', { ...noAddress, profile: { username: 'ada' } }),
  Mattermost: plain('id', 'kzxk', { profile: { email, email_verified: true }, address: VERIFIED }),
  Medium: plain('data.id', '5303', {
    ...noAddress,
    profile: { data: { id: '5303', name: 'Ada' } },
  }),
  MicrosoftEntraID: entra(),
  Naver: plain('response.id', '32742776', { profile: { response: { id: '32742776', email } } }),
  Netlify: plain('id', '5f8', { profile: { email } }),
  NetSuite: plain('id', 12, {
    ...silent,
    id: '`id`, within `accountID`',
    options: { accountID: '1234567', userinfo: 'https://rest.example/me' },
  }),
  Nextcloud: plain('id', 'ada', {
    profile: { email },
    id: '`id`, the name of the account',
    changesHands: 'its administrator may give the name of a deleted account to somebody else',
    respond: (profile) => ({ ocs: { data: profile } }),
    tokens: () => ({ user_id: 'ada' }),
  }),
  Notion: plain('id', 'e79a', {
    profile: { person: { email } },
    respond: (user) => ({ bot: { owner: { user } } }),
  }),
  Okta: oidc(),
  OneLogin: oidc(),
  OryHydra: operated(),
  Osso: plain('id', 'osso-1', { ...silent, note: 'each tenant may confirm any address' }),
  Osu: plain('id', 2, { ...noAddress, profile: { username: 'ada' } }),
  Passage: oidc(),
  Patreon: plain('data.id', '3232132', {
    profile: { data: { id: '3232132', attributes: { email, is_email_verified: true } } },
    address: {
      at: 'data.attributes.is_email_verified',
      member: 'is_email_verified',
      yes: true,
      no: [false, null],
    },
  }),
  PingId: operated(),
  Pinterest: plain('id', '664', { ...noAddress, profile: { username: 'ada' } }),
  Pipedrive: plain('data.id', 1, { profile: { data: { id: 1, ...NAMED } } }),
  Reddit: plain('id', 'abc', { ...noAddress, profile: { name: 'ada' } }),
  Roblox: oidc({ profile: { sub: '1516', name: 'Ada' }, address: 'no address' }),
  Salesforce: oidc(),
  SimpleLogin: oidc({ note: 'may be an alias' }),
  Slack: {
    id: '`https://slack.com/team_id` and `sub`',
    profile: { sub: 'U1', ...NAMED, email_verified: true, 'https://slack.com/team_id': 'T1' },
    idAt: [['https://slack.com/team_id'], 'sub'],
    address: VERIFIED,
  },
  Spotify: plain('id', 'ada', { profile: { email } }),
  Strava: plain('id', 227615, { ...noAddress, profile: { firstname: 'Ada' } }),
  Threads: plain('id', '178', { ...noAddress, profile: { username: 'ada' } }),
  TikTok: plain('data.user.open_id', '723f', noAddress),
  Todoist: plain('id', '2671355', {
    profile: { email, verification_status: 'verified' },
    address: {
      at: 'verification_status',
      yes: 'verified',
      no: ['unverified', 'legacy', 'blocked', 'verified_by_third_party', null],
    },
    respond: (user) => ({ user }),
  }),
  Trakt: plain('ids.uuid', 'b658', {
    ...noAddress,
    profile: { username: 'ada', ids: { slug: 'ada', uuid: 'b658' } },
    respond: (user) => ({ user }),
  }),
  Twitch: oidc(),
  Twitter: plain('data.id', '2244994945', {
    profile: { data: { id: '2244994945', email: 'old@example.com', confirmed_email: email } },
    address: { at: 'data.confirmed_email', member: 'confirmed_email', yes: email, no: [null, ''] },
    note: 'which `user.fields` must request',
  }),
  UnitedEffects: oidc(),
  Vipps: oidc(),
  VK: plain('id', 210700286, {
    profile: { email },
    respond: (user) => ({ response: [user] }),
    tokens: () => ({ email }),
  }),
  Webex: plain('id', 'Y2lz', { profile: { emails: [email] } }),
  WeChat: plain('unionid', 'o6_b', {
    ...noAddress,
    profile: { openid: 'o1', nickname: 'ada' },
    tokens: () => ({ openid: 'o1' }),
  }),
  Wikimedia: plain('sub', 1234, {
    profile: { username: 'Ada', email, confirmed_email: true },
    address: { ...VERIFIED, at: 'confirmed_email' },
  }),
  WordPress: plain('ID', 78972699, {
    profile: { email, email_verified: true },
    address: VERIFIED,
  }),
  WorkOS: plain('id', 'prof_01', {
    profile: { email },
    options: { provider: 'authkit' },
    note: 'each organization may confirm any address',
  }),
  Yandex: plain('id', '1000034426', { profile: { default_email: email } }),
  ZITADEL: oidc(),
  Zoho: plain('ZUID', 15234231, { profile: { Email: email } }),
  Zoom: plain('id', 'KDcu', {
    profile: { email, verified: 1 },
    address: { at: 'verified', yes: 1, no: [0, null] },
  }),
};

function entra(): ProviderFacts {
  return oidc({
    id: '`sub`, one for each application',
    profile: { sub: 'AAAA', ...NAMED, xms_edov: true },
    address: { at: 'xms_edov', yes: true, no: [false, 'false', '0', 0, null] },
    note: 'an optional claim, which you add to the registration',
  });
}

function memberOf(profile: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(profile)).get(name);
}

function without(profile: object, name: string): object {
  return Object.fromEntries(Object.entries(profile).filter(([key]) => key !== name));
}
