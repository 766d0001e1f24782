import type { OAuthConfig, OIDCConfig, Profile, TokenSet } from '@authnest/core';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { aConfig, aContext } from '../../../../test/support/a-context.js';
import { valueAt, withOtherTexts, withValueAt } from '../../../../test/support/places.js';
import { type Preset, presets } from '../../../../test/support/presets.js';
import { PROVIDER_FACTS, type ProviderFacts } from '../../../../test/support/provider-facts.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { isLinkableByEmail } from '../sign-in/linking-rules.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { toIdentity } from './to-identity.js';

const ISSUER = 'https://cloud.example';
const OWNER = aUser({ email: 'ada@example.com', emailVerified: new Date() });

const ROWS = presets.map(([name, preset]) => ({ name, preset, facts: factsOf(name) }));

function factsOf(name: string): ProviderFacts {
  const facts = PROVIDER_FACTS[name];
  if (!facts) throw new Error(`${name} is not in PROVIDER_FACTS`);
  return facts;
}

/** Configures a provider completely, for an application that links accounts by address. */
function provided(preset: Preset, { options }: ProviderFacts, own: object = {}) {
  const issuer = preset().issuer === undefined && { issuer: ISSUER };
  const linking = { clientId: 'shop', clientSecret: 's', allowDangerousEmailAccountLinking: true };
  return preset({ ...issuer, ...linking, ...options, ...own });
}

/** Reads profile and tokens from a response, with the provider's own handler if it has one. */
async function read(
  config: OAuthConfig<unknown> | OIDCConfig<unknown>,
  { respond = (body) => body, tokens }: ProviderFacts,
  body: object,
): Promise<{ profile: Profile; tokens: TokenSet }> {
  const all: TokenSet = { access_token: 'a', ...tokens?.(body) };
  const { request, url } = normalizeOAuthProvider(config).userinfo;
  if (!request) return { profile: body as Profile, tokens: all };
  const asked: unknown = await request({
    tokens: all,
    provider: {
      ...config,
      clientId: 'shop',
      signinUrl: '',
      callbackUrl: '',
      userinfo: { url },
    } as never,
    fetch: (input) => Promise.resolve(Response.json(respond(body, new Request(input).url))),
  });
  return { profile: asked as Profile, tokens: all };
}

async function identityOf(
  { preset, facts }: (typeof ROWS)[number],
  body: object = facts.profile,
  own: object = {},
): Promise<VerifiedIdentity> {
  const config = provided(preset, facts, own);
  const grant = await read(config, facts, body);
  const at = { action: 'callback' as const, callbackUrl: ISSUER };
  return toIdentity(Object.assign(aContext(), at), normalizeOAuthProvider(config), grant);
}

/** Whether the account would be linked to a user who has proven the same address. */
async function links({ preset, facts }: (typeof ROWS)[number], identity: VerifiedIdentity) {
  const provider = normalizeOAuthProvider(provided(preset, facts));
  const { adapter } = aConfig({ adapter: new MemoryAdapter() });
  if (!adapter) throw new Error('the adapter is missing');
  return isLinkableByEmail({ provider } as never, adapter, { identity, owner: OWNER });
}

describe('PROVIDER_FACTS', () => {
  it('covers every provider and no others', () => {
    expect(Object.keys(PROVIDER_FACTS).sort()).toEqual(presets.map(([name]) => name).sort());
    expect(ROWS).toHaveLength(93);
  });
});

describe.each(ROWS)('an account from $name', (row) => {
  const { facts, preset } = row;

  it('keeps its id when every other string in the profile changes (V6)', async () => {
    const { providerAccountId } = (await identityOf(row)).account;
    const renamed = await identityOf(row, withOtherTexts(facts.profile, facts.idAt));

    expect(providerAccountId).not.toBe('');
    expect(renamed.account.providerAccountId).toBe(providerAccountId);
  });

  it.each(facts.idAt.map((place) => [place]))(
    'has a different id when %s changes (V7)',
    async (place) => {
      const { providerAccountId } = (await identityOf(row)).account;
      const other = typeof valueAt(facts.profile, place) === 'number' ? 4711 : 'another';

      const { account } = await identityOf(row, withValueAt(facts.profile, place, other));

      expect(account.providerAccountId).not.toBe(providerAccountId);
    },
  );

  it.each(facts.idAt.map((place) => [place]))(
    'is refused if %s is missing or not usable as an id (V9)',
    async (place) => {
      const unfit = [undefined, null, '', '  ', 2 ** 53, 2 ** 53 + 2, 1.5, true, {}, ['a']];

      for (const value of unfit) {
        const body = withValueAt(facts.profile, place, value);
        await expect(identityOf(row, body)).rejects.toThrow('profile');
      }
    },
  );

  it('has a provider with `verifiedEmail` only if the provider vouches for addresses (V5)', () => {
    const { verifiedEmail } = normalizeOAuthProvider(provided(preset, facts));

    expect(verifiedEmail === undefined).toBe(typeof facts.address === 'string');
  });

  it(`is linked ${typeof facts.address === 'string' ? 'to no user, whatever the claims' : 'to the user whose address the provider vouches for'} (V5)`, async () => {
    const lies = { email_verified: true, verified: true, confirmed_at: '2026-01-01', hd: 'x.test' };
    const vouches = typeof facts.address !== 'string';

    const identity = await identityOf(row, vouches ? facts.profile : { ...lies, ...facts.profile });

    expect(identity.user.email).toBe(facts.address === 'no address' ? undefined : OWNER.email);
    expect(await links(row, identity)).toBe(vouches);
  });

  const { address } = facts;
  if (typeof address === 'string') return;

  it.each([[undefined], ...address.no.map((word) => [word])])(
    'is linked to no user if the verification claim is %j (V5)',
    async (word) => {
      const identity = await identityOf(row, withValueAt(facts.profile, address.at, word));

      expect(await links(row, identity)).toBe(false);
    },
  );

  it('is linked to no user if `profile` maps an address not vouched for (V10)', async () => {
    const mapped = { profile: () => ({ id: '7', email: 'grace@example.com' }) };

    const identity = await identityOf(row, facts.profile, mapped);

    expect(identity).toMatchObject({ address: 'unverified', user: { email: 'grace@example.com' } });
    expect(await links(row, identity)).toBe(false);
  });
});
