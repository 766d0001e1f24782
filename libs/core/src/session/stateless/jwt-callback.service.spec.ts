import type { ModuleRef } from '@nestjs/core';
import { CORE_FEATURES } from '../../features.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import { aContext } from '../../../../../test/support/a-context.js';
import type { CallbacksOptions } from '../../config/options/callbacks.js';
import type { JWT } from '../../model/jwt.js';
import { OIDC } from '../../provider/oauth-provider.js';
import { JwtCallbackService } from './jwt-callback.service.js';

const RESERVED = ['sub', 'iat', 'exp', 'nbf', 'jti', 'auth_time', 'sid', 'unproven'] as const;
/** A profile with reserved claims, which a provider may send. */
const PROFILE = {
  ...Object.fromEntries(RESERVED.map((name) => [name, name === 'sub' ? 'victim' : 9_999_999_999])),
  role: 'reader',
};
/** Spreads as JavaScript allows; TypeScript does not accept a profile as a token. */
const spreadOnto = (token: JWT, ...all: (object | undefined)[]): JWT => {
  for (const one of all) Object.assign(token, one);
  return token;
};
const spread = (...all: (object | undefined)[]): JWT => spreadOnto({}, ...all);
const WARNINGS: string[] = [];
const logger = { warn: (code: string): void => void WARNINGS.push(code) };

function atSignIn(
  jwt: CallbacksOptions['jwt'] | undefined,
  token: JWT,
  service = new JwtCallbackService(features),
) {
  const ctx = aContext({ config: { callbacks: jwt ? { jwt } : {}, logger } });
  const account = { provider: 'idp', providerAccountId: 'victim', type: 'oidc' } as const;
  return service.atSignIn(ctx, { token, user: {}, account, profile: PROFILE, trigger: 'signIn' });
}

const features = new FeaturesService(CORE_FEATURES, { get: () => ({}) } as unknown as ModuleRef);

describe('the jwt callback at sign-in', () => {
  beforeEach(() => {
    WARNINGS.length = 0;
  });

  it.each<[string, CallbacksOptions['jwt']]>([
    ['spreads the profile', ({ token, profile }) => spread(token, profile)],
    ['returns the profile', ({ profile }) => spread(profile)],
    ['changes the token that it receives', (params) => spreadOnto(params.token, params.profile)],
    ['resolves later', ({ token, profile }) => Promise.resolve(spread(token, profile))],
  ])('sets no reserved claim if it %s (V14)', async (_, jwt) => {
    const claims = await atSignIn(jwt, { sub: 'attacker', name: 'Mallory' });

    expect(claims).toMatchObject({ sub: 'attacker', role: 'reader' });
    for (const name of RESERVED.slice(1)) expect(claims).not.toHaveProperty(name);
    expect(WARNINGS).toEqual(['foreign-sub']);
  });

  it.each(RESERVED)('cannot add the claim %s to a token without it (V14)', async (name) => {
    const jwt = ({ token }: { token: JWT }) => ({ ...token, [name]: 'victim' });

    expect(await atSignIn(jwt, { name: 'Mallory' })).toEqual({ name: 'Mallory' });
  });

  it('causes one warning for a changed `sub`, and none if `sub` is unchanged (V14)', async () => {
    const service = new JwtCallbackService(features);
    const ctx = aContext({ config: { callbacks: { jwt: () => ({ sub: 'other' }) }, logger } });
    const params = { token: { sub: 'own' }, user: {} };

    await service.atSignIn(ctx, params);
    await service.atSignIn(ctx, params);
    await atSignIn(({ token }) => ({ ...token, role: 'admin' }), { sub: 'own' });
    await atSignIn(undefined, { sub: 'own' });

    expect(WARNINGS).toEqual(['foreign-sub']);
  });
});

describe('the jwt callback when a session is read', () => {
  const service = new JwtCallbackService(features);
  const refreshed = (jwt: CallbacksOptions['jwt'], claims: JWT, update?: { data: unknown }) =>
    service.refresh(aContext({ config: { callbacks: { jwt } } }), claims, { update });
  const CLAIMS = { sub: 'jane', auth_time: 1_800_000_000, sid: 'one', unproven: true };

  it('may change the token that it receives, which is a copy', async () => {
    const claims = { sub: 'jane', roles: ['reader'] };
    const jwt = ({ token }: { token: JWT }) => {
      (token['roles'] as string[]).push('writer');
      return token;
    };

    const result = await refreshed(jwt, claims);

    expect(result).toEqual({ sub: 'jane', roles: ['reader', 'writer'] });
    expect(claims).toEqual({ sub: 'jane', roles: ['reader'] });
    expect(service.hasChanged(claims, result ?? {})).toBe(true);
  });

  it('keeps the claims of the library if it creates a token from scratch', async () => {
    const result = await refreshed(() => ({ sub: 'jane' }), CLAIMS);

    expect(result).toEqual(CLAIMS);
    expect(service.hasChanged(CLAIMS, result ?? {})).toBe(false);
  });

  it.each(['auth_time', 'sid', 'unproven'] as const)('cannot set the claim %s', async (name) => {
    const jwt = ({ token }: { token: JWT }) => ({ ...token, [name]: 9_999_999_999 });

    expect(await refreshed(jwt, CLAIMS)).toEqual(CLAIMS);
    expect(await refreshed(jwt, { sub: 'jane' })).toEqual({ sub: 'jane' });
  });

  it.each(RESERVED)('cannot set the claim %s at an update (E23)', async (name) => {
    const jwt = ({ token }: { token: JWT }) => ({ ...token, [name]: 'other', role: 'reader' });

    const result = await refreshed(jwt, CLAIMS, { data: {} });

    expect(result).toEqual({ ...CLAIMS, role: 'reader' });
  });
});

describe('the jwt callback beside a provider that sends logout tokens', () => {
  const provider = OIDC({
    id: 'idp',
    name: 'IdP',
    issuer: 'https://idp.example',
    clientId: 'client',
    clientSecret: 'secret',
    backchannelLogout: true,
  });
  const op = { p: 'idp', u: 'somebody', t: 4_102_444_800 };
  const jwt = ({ token }: { token: JWT }) => ({ ...token, op });
  const ctx = () => aContext({ config: { providers: [provider], callbacks: { jwt } } });
  const service = new JwtCallbackService(features);

  it('cannot add the claim op at a sign-in with another provider (J41)', async () => {
    const params = { token: { sub: 'jane' }, user: {}, trigger: 'signIn' } as const;

    expect(await service.atSignIn(ctx(), params)).toEqual({ sub: 'jane' });
  });

  it('cannot add or change the claim op when a session is read (J41)', async () => {
    const own = { p: 'idp', u: 'jane', t: 1_800_000_000 };

    expect(await service.refresh(ctx(), { sub: 'jane' }, {})).toEqual({ sub: 'jane' });
    expect(await service.refresh(ctx(), { sub: 'jane', op: own }, {})).toEqual({
      sub: 'jane',
      op: own,
    });
  });
});
