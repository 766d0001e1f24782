import { aContext } from '../../../../test/support/a-context.js';
import type { CallbacksOptions } from '../options/callbacks.js';
import type { JWT } from '../model/jwt.js';
import { JwtCallbackService } from './jwt-callback.service.js';

const RESERVED = ['sub', 'iat', 'exp', 'nbf', 'jti', 'auth_time', 'sid'] as const;
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
  service = new JwtCallbackService(),
) {
  const ctx = aContext({ config: { callbacks: jwt ? { jwt } : {}, logger } });
  const account = { provider: 'idp', providerAccountId: 'victim', type: 'oidc' } as const;
  return service.atSignIn(ctx, { token, user: {}, account, profile: PROFILE, trigger: 'signIn' });
}

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
    const service = new JwtCallbackService();
    const ctx = aContext({ config: { callbacks: { jwt: () => ({ sub: 'other' }) }, logger } });
    const params = { token: { sub: 'own' }, user: {} };

    await service.atSignIn(ctx, params);
    await service.atSignIn(ctx, params);
    await atSignIn(({ token }) => ({ ...token, role: 'admin' }), { sub: 'own' });
    await atSignIn(undefined, { sub: 'own' });

    expect(WARNINGS).toEqual(['foreign-sub']);
  });
});
