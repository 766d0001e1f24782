import { OIDC, type OIDCConfig } from '../provider/oauth-provider.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { aContext } from '../../../../test/support/a-context.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import { requestedScope } from './requested-scope.js';
import { toIdentity } from './to-identity.js';

const PROFILE = { sub: '7', name: 'Ada', email: 'ada@example.com' };

function identityOf(profile: Profile, own: Partial<OIDCConfig> = {}, tokens: TokenSet = {}) {
  const provider = OIDC({ id: 'idp', name: 'IdP', issuer: 'https://idp.example', ...own });
  const ctx = Object.assign(aContext(), {
    action: 'callback' as const,
    callbackUrl: 'https://app.example',
  });
  const resolved = normalizeOAuthProvider(provider);
  const scope = requestedScope(resolved, {});
  return toIdentity(ctx, resolved, { tokens, profile, requestedScope: scope });
}

describe('toIdentity', () => {
  it.each([
    [true, 'verified'],
    ['true', 'verified'],
    [false, 'unverified'],
    ['false', 'unverified'],
    [1, 'unverified'],
    [null, 'unverified'],
    [undefined, undefined],
  ])('maps email_verified %j to the address status %j (A25)', async (claim, expected) => {
    const profile: Profile = JSON.parse(JSON.stringify({ ...PROFILE, email_verified: claim }));

    expect((await identityOf(profile)).address).toBe(expected);
  });

  it.each([[true], [false], ['true']])(
    'does not apply email_verified %j to an address other than the email claim (A25, V10)',
    async (claim) => {
      const mapped = { profile: ({ upn }: Profile) => ({ id: '7', email: String(upn) }) };
      const profile = { ...PROFILE, upn: 'other@example.com', email_verified: claim };

      const { address } = await identityOf(JSON.parse(JSON.stringify(profile)) as Profile, mapped);

      expect(address).toBe('unverified');
    },
  );

  it('verifies only the address that the option `verifiedEmail` returns (A25, V5)', async () => {
    const verifiedEmail = ({ proven }: Profile) => Promise.resolve(proven as string);
    const statusFor = async (proven?: unknown) =>
      (await identityOf({ ...PROFILE, proven }, { verifiedEmail })).address;

    expect(await statusFor(' Ada@Example.com')).toBe('verified');
    expect(await statusFor('other@example.com')).toBe('unverified');
    expect(await statusFor({ toString: () => PROFILE.email })).toBeUndefined();
    expect(await statusFor()).toBeUndefined();
  });

  it('ignores email_verified when the option `verifiedEmail` is false (A25, V5)', async () => {
    const { address } = await identityOf(
      { ...PROFILE, email_verified: true },
      { verifiedEmail: false },
    );

    expect(address).toBe('unverified');
  });

  it.each([['\uFF41da@example.com'], ['\u212Aa@example.com']])(
    'does not verify %s, which is normalized to the address of another mailbox (A25, V5)',
    async (email) => {
      const { user, address } = await identityOf({ ...PROFILE, email, email_verified: true });

      expect(user.email).toMatch(/^(?:ada|ka)@example\.com$/);
      expect(address).toBe('unverified');
    },
  );

  it.each([
    ['ada@gmail.com', undefined, 'verified'],
    ['ada@GoogleMail.com', undefined, 'verified'],
    ['ada@corp.example', 'corp.example', 'verified'],
    ['ada@corp.example', undefined, 'unverified'],
    ['ada@corp.example', '', 'unverified'],
    ['ada@corp.example', true, 'unverified'],
    ['ada@gmail.com.evil.test', undefined, 'unverified'],
    ['ada@xgmail.com', undefined, 'unverified'],
  ])('treats the Google address %s with hd %j as %s (A25, V13)', async (email, hd, expected) => {
    const google = { issuer: 'https://accounts.google.com' };

    const { address } = await identityOf({ ...PROFILE, email, hd, email_verified: true }, google);
    const denied = await identityOf({ ...PROFILE, email, hd, email_verified: false }, google);

    expect(address).toBe(expected);
    expect(denied.address).toBe('unverified');
  });

  it.each<[string, Partial<OIDCConfig>]>([
    ['an issuer with a slash', { issuer: 'https://accounts.google.com/' }],
    [
      'only `wellKnown`',
      { wellKnown: 'https://accounts.google.com/.well-known/openid-configuration' },
    ],
    ['only endpoints', { authorization: 'https://accounts.google.com/o/oauth2/v2/auth' }],
  ])(
    'does not trust Google, recognized by %s, about an address at another host (A25, V13)',
    async (_, own) => {
      const google = { issuer: undefined, ...own };

      const { address } = await identityOf({ ...PROFILE, email_verified: true }, google);

      expect(address).toBe('unverified');
    },
  );

  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['ada@exämple.com', 'ada@xn--exmple-cua.com'],
    ['a@evil.test,b@corp.example', undefined],
    ['"e@evil.test"@corp.example', undefined],
    ['no address', undefined],
    ['', undefined],
  ])('maps the address %j to %j (A01, A02)', async (email, expected) => {
    expect((await identityOf({ ...PROFILE, email })).user.email).toBe(expected);
  });

  it.each([
    ['name', { role: 'admin' }],
    ['email', { address: 'ada@example.com' }],
    ['picture', { emailVerified: '2020-01-01' }],
    ['name', ['Ada']],
    ['name', 7],
  ])('drops a %s that is not a string: %j (A53)', async (field, value) => {
    const { user } = await identityOf({ ...PROFILE, [field]: value });

    expect(user[field === 'picture' ? 'image' : (field as 'name' | 'email')]).toBeUndefined();
    expect(user).not.toHaveProperty('role');
    expect(user).not.toHaveProperty('emailVerified');
  });

  it.each([
    [7, '7'],
    [-5, '-5'],
    [0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['7', '7'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('maps the id %j to the providerAccountId %j', async (id, expected) => {
    const { account } = await identityOf(PROFILE, { profile: () => ({ id: id as string }) });

    expect(account.providerAccountId).toBe(expected);
  });

  it.each([
    ['x'.repeat(256)],
    [''],
    ['  '],
    [null],
    [undefined],
    [{}],
    [['7']],
    [true],
    [7n],
    [Symbol('7')],
    [NaN],
    [Infinity],
    [1.5],
    [2 ** 53],
    ['undefined'],
    ['null'],
    ['NaN'],
    ['[object Object]'],
  ])('rejects the unusable id %p (B03, V9)', async (id) => {
    const mapped = { profile: () => ({ id: id as string }) };

    await expect(identityOf(PROFILE, mapped)).rejects.toThrow('no usable id');
  });

  it('rejects the string of a rounded number, which two users may share (B03, V9)', async () => {
    const mapped = { profile: ({ deep }: Profile) => ({ id: String((deep as { n: number }).n) }) };
    const [one, other] = ['{"n":9007199254740992}', '{"n":9007199254740993}'].map(
      (deep) => JSON.parse(`{"sub":"7","deep":${deep}}`) as Profile,
    );

    expect(one).toEqual(other);
    await expect(identityOf(one ?? {}, mapped)).rejects.toThrow('beyond 2^53');
  });

  it('keeps an id that is received as a string of digits, even beyond 2^53 (V9)', async () => {
    const { account } = await identityOf({ ...PROFILE, sub: '9007199254740992' });

    expect(account.providerAccountId).toBe('9007199254740992');
  });

  it('does not include the refused id in the error (V9)', async () => {
    const mapped = { profile: () => ({ id: 2 ** 70 }) };

    await expect(identityOf(PROFILE, mapped)).rejects.not.toThrow('118059');
  });

  it.each<[string, OIDCConfig['account'], object]>([
    ['removes it', ({ access_token }) => ({ access_token }), { access_token: 'a' }],
    ['replaces it', (tokens) => ({ ...tokens, scope: 'own' }), { access_token: 'a', scope: 'own' }],
    ['copies it', (tokens) => ({ scope: tokens.scope }), { scope: 'openid profile email' }],
    ['returns nothing', () => undefined, {}],
  ])(
    'passes the requested scope to `account`, which %s, if the response has no scope',
    async (_, account, expected) => {
      const { stored } = await identityOf(PROFILE, { account }, { access_token: 'a' });

      const { provider: _p, type: _t, providerAccountId: _id, ...tokens } = stored ?? {};
      expect(tokens).toEqual(expected);
    },
  );

  it('shows callbacks the tokens as the provider sent them', async () => {
    const { account } = await identityOf(PROFILE, {}, { access_token: 'a' });

    expect(account).not.toHaveProperty('scope');
  });
});
