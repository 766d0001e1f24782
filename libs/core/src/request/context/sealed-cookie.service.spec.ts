import { jest } from '@jest/globals';
import { aContext } from '../../../../../test/support/a-context.js';
import { NOON, startClock, stopClock } from '../../../../../test/support/clock.js';
import {
  PKCE_COOKIE,
  SESSION_TOKEN,
  VECTOR_SECRET,
} from '../../../../../test/support/wire-vectors.js';
import type { CookieDefinition } from '../../cookies/cookie-definition.js';
import { Keyring } from '../../crypto/keyring.js';
import { KeyringService } from '../../crypto/keyring.service.js';
import { openJwe } from '../../crypto/open-jwe.js';
import { sealJwe } from '../../crypto/seal-jwe.js';
import { InvalidCheck } from '../../errors/internal.errors.js';
import { SealedCookieService } from './sealed-cookie.service.js';
import type { SessionContext } from './session-context.js';

const NAME = PKCE_COOKIE.name;
const service = new SealedCookieService(new KeyringService());
const pkce = (ctx: SessionContext): CookieDefinition => ctx.cookieDefinitions.pkceCodeVerifier;
const withCookie = (value: string) => aContext({ cookie: `${NAME}=${value}` });
const seal = (claims: object, salt: string = NAME, maxAge = 900) =>
  sealJwe({ ...claims }, new Keyring([VECTOR_SECRET], salt), maxAge);

/** Reads the verifier for `github` from a request, and clears its cookie. */
const take = (ctx: SessionContext) => service.take(ctx, pkce(ctx), 'github');

beforeEach(() => stopClock());
afterEach(() => startClock());

describe('a sealed cookie', () => {
  it('from the wire contract is read and then cleared', () => {
    const ctx = withCookie(PKCE_COOKIE.value);

    expect(take(ctx)).toBe(PKCE_COOKIE.verifier);
    expect(ctx.cookies.deleted().map(({ name }) => name)).toEqual([NAME]);
  });

  it('is valid for 900 seconds, and is sealed with a key derived from its name', async () => {
    const ctx = aContext();

    await service.write(ctx, pkce(ctx), { value: 'verifier', provider: 'github' });

    const [cookie] = ctx.cookies.changed();
    expect(cookie).toMatchObject({
      name: NAME,
      options: { maxAge: 900, expires: new Date(NOON + 900_000), httpOnly: true },
    });
    const now = Math.floor(NOON / 1000);
    expect(openJwe(cookie?.value ?? '', new Keyring([VECTOR_SECRET], NAME))?.claims).toEqual({
      value: 'verifier',
      provider: 'github',
      iat: now,
      exp: now + 900,
    });
  });

  it('is sealed, over https, with a key derived from its prefixed name', async () => {
    const ctx = aContext({ request: { protocol: 'https' } });

    await service.write(ctx, pkce(ctx), { value: 'verifier', provider: 'github' });

    const [cookie] = ctx.cookies.changed();
    expect(cookie?.name).toBe(`__Secure-${NAME}`);
    const keyring = new Keyring([VECTOR_SECRET], `__Secure-${NAME}`);
    expect(openJwe(cookie?.value ?? '', keyring)).not.toBeNull();
  });

  it('is sealed and opened without `jwt.encode` and `jwt.decode`', async () => {
    const never = () => {
      throw new Error('must not be called');
    };
    const config = { jwt: { encode: never, decode: never } };
    const ctx = aContext({ config, cookie: `${NAME}=${PKCE_COOKIE.value}` });

    expect(take(ctx)).toBe(PKCE_COOKIE.verifier);
    await service.write(ctx, pkce(ctx), { value: 'verifier', provider: 'github' });
    expect(ctx.cookies.changed()).toHaveLength(1);
  });

  it('is read if it was sealed with an older secret (H23)', () => {
    const config = { secret: ['another-secret-0123456789abcdef012345', VECTOR_SECRET] };

    expect(take(aContext({ config, cookie: `${NAME}=${PKCE_COOKIE.value}` }))).toBe(
      PKCE_COOKIE.verifier,
    );
  });

  it('is required: if it is missing, the check fails and nothing is cleared', () => {
    const ctx = aContext();

    expect(() => take(ctx)).toThrow(InvalidCheck);
    expect(ctx.cookies.changed()).toEqual([]);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['is not a token', () => 'verifier'],
    ['is a session token (A07)', () => SESSION_TOKEN.token],
    ['is for the state (D17)', () => seal({ value: 'v', provider: 'github' }, 'authjs.state')],
    ['is for https (D17)', () => seal({ value: 'v', provider: 'github' }, `__Secure-${NAME}`)],
    [
      'was sealed with another secret',
      () => sealJwe({ value: 'v' }, new Keyring(['other'], NAME), 900),
    ],
    ['is too old (C04)', () => seal({ value: 'v', provider: 'github' }, NAME, -20)],
    ['has no value', () => seal({ provider: 'github' })],
    ['has an empty value', () => seal({ value: '', provider: 'github' })],
    ['has a value that is not a string', () => seal({ value: { a: 1 }, provider: 'github' })],
    ['is for another provider (A09)', () => seal({ value: 'v', provider: 'google' })],
    ['has no provider', () => seal({ value: 'v' })],
    ['was altered', () => `${PKCE_COOKIE.value.slice(0, -1)}a`],
  ])('is refused and cleared if it %s', async (_what, value) => {
    const ctx = withCookie(await value());

    expect(() => take(ctx)).toThrow(InvalidCheck);
    expect(ctx.cookies.deleted().map(({ name }) => name)).toEqual([NAME]);
  });
});

describe('one of several cookies of a kind', () => {
  const KIND = 'authjs.state';
  const nameOf = (n: number) => `${KIND}.${n.toString(16).padStart(16, '0')}`;

  it('opens only under its own name (planted attempt cookies)', async () => {
    const ctx = aContext();
    const sealed = await service.sealNamed(ctx, { kind: KIND, name: nameOf(1) }, { a: 1 });

    expect(service.openNamed(ctx, { kind: KIND, name: nameOf(1) }, sealed)).toMatchObject({ a: 1 });
    expect(service.openNamed(ctx, { kind: KIND, name: nameOf(2) }, sealed)).toBeNull();
    expect(service.openNamed(ctx, { kind: 'other', name: nameOf(1) }, sealed)).toBeNull();
    expect(service.open(ctx, nameOf(1), sealed)).toBeNull();
  });

  it('is not opened if version 0.1 sealed it, so the user has to start the sign-in again', async () => {
    const sealed = await seal({ provider: 'github', state: 's' }, nameOf(1));

    expect(service.openNamed(aContext(), { kind: KIND, name: nameOf(1) }, sealed)).toBeNull();
  });

  it('uses the same key as the others, and only the newest few are opened (planted attempt cookies)', async () => {
    const keyrings = new KeyringService();
    const asked = jest.spyOn(keyrings, 'get');
    const counting = new SealedCookieService(keyrings);
    const own = await seal({ id: nameOf(400).slice(-16) }, `${KIND}.*`);
    const planted = Array.from({ length: 400 }, (_, n) => `${nameOf(n)}=${own}`);
    const ctx = aContext({ cookie: [...planted, `${nameOf(400)}=${own}`].join('; ') });

    const found = counting.newest(ctx, KIND);

    expect(found).toHaveLength(401);
    expect(found[0]).toMatchObject({
      name: nameOf(400),
      claims: { id: expect.any(String) as unknown },
    });
    expect(found.slice(1).every(({ claims }) => claims === null)).toBe(true);
    expect(asked.mock.calls.length).toBeLessThan(10);
    expect(new Set(asked.mock.calls.map(([, salt]) => salt))).toEqual(new Set([`${KIND}.*`]));
  });

  it('is ignored if its name has an unexpected format', () => {
    const cookie = `${KIND}.mail-asked=a; ${KIND}.0=b; ${KIND}.${'A'.repeat(16)}=c; ${KIND}=d`;

    expect(service.newest(aContext({ cookie }), KIND)).toEqual([]);
  });
});
