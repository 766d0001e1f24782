import { OIDC, type OIDCConfig } from '../provider/oauth-provider.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { aContext } from '../../../../test/support/a-context.js';
import type { Profile } from '../model/profile.js';
import { toIdentity } from './to-identity.js';

const PROFILE = { sub: '7', name: 'Ada', email: 'ada@example.com' };

function identityOf(profile: Profile, own: Partial<OIDCConfig> = {}) {
  const provider = OIDC({ id: 'idp', name: 'IdP', issuer: 'https://idp.example', ...own });
  const ctx = Object.assign(aContext(), {
    action: 'callback' as const,
    callbackUrl: 'https://app.example',
  });
  return toIdentity(ctx, normalizeOAuthProvider(provider), { tokens: {}, profile });
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
  ])('A25 takes email_verified %j for %j', async (word, expected) => {
    const profile: Profile = JSON.parse(JSON.stringify({ ...PROFILE, email_verified: word }));

    expect((await identityOf(profile)).address).toBe(expected);
  });

  it('A25 takes no word on one address for a word on another', async () => {
    const mapped = { profile: () => ({ id: '7', email: 'other@example.com' }) };

    const { address } = await identityOf({ ...PROFILE, email_verified: true }, mapped);

    expect(address).toBeUndefined();
  });

  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['ada@exämple.com', 'ada@xn--exmple-cua.com'],
    ['a@evil.test,b@corp.example', undefined],
    ['"e@evil.test"@corp.example', undefined],
    ['no address', undefined],
    ['', undefined],
  ])('A01 A02 reads the address %j as %j', async (email, expected) => {
    expect((await identityOf({ ...PROFILE, email })).user.email).toBe(expected);
  });

  it.each([
    ['name', { role: 'admin' }],
    ['email', { address: 'ada@example.com' }],
    ['picture', { emailVerified: '2020-01-01' }],
    ['name', ['Ada']],
    ['name', 7],
  ])('A53 drops a %s that is no text: %j', async (field, value) => {
    const { user } = await identityOf({ ...PROFILE, [field]: value });

    expect(user[field === 'picture' ? 'image' : (field as 'name' | 'email')]).toBeUndefined();
    expect(user).not.toHaveProperty('role');
    expect(user).not.toHaveProperty('emailVerified');
  });

  it.each([
    [7, '7'],
    ['7', '7'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('names the account by %j', async (id, expected) => {
    const { account } = await identityOf(PROFILE, { profile: () => ({ id: id as string }) });

    expect(account.providerAccountId).toBe(expected);
  });

  it.each([['x'.repeat(256)], [''], [null], [undefined], [{}], [true]])(
    'B03 makes up no account for the id %j',
    async (id) => {
      const mapped = { profile: () => ({ id: id as string }) };

      await expect(identityOf(PROFILE, mapped)).rejects.toThrow('no usable id');
    },
  );
});
