import { aContext } from '../../../../../test/support/a-context.js';
import {
  CSRF_HASHES,
  CSRF_TOKEN,
  VECTOR_SECRET,
} from '../../../../../test/support/wire-vectors.js';
import { skipCSRFCheck } from '../../config/options/markers.js';
import { joinedSecrets } from '../../crypto/joined-secrets.js';
import { InvalidRequest } from '../../errors/internal.errors.js';
import { MissingCSRF } from '../../errors/sign-in.errors.js';
import { serializeCookie } from '../../cookies/cookie-jar.js';
import type { AuthRequest } from '../context/auth-request.js';
import { fieldsIn } from '../body/parse-body.js';
import type { SessionContext } from '../context/session-context.js';
import { CsrfService } from './csrf.service.js';

const NAME = 'authjs.csrf-token';
const FORM = 'application/x-www-form-urlencoded';
const [[, HASH], [, LIST_HASH]] = CSRF_HASHES;
const service = new CsrfService();
const listOf = (secret: string | readonly string[]) =>
  typeof secret === 'string' ? secret : [...secret];

/** The context of a request with this cookie, in an application with these secrets. */
const withCookie = (cookie: string, secret: string | string[] = VECTOR_SECRET) =>
  aContext({ config: { secret }, cookie: `${NAME}=${cookie}` });
const isKept = (ctx: SessionContext) =>
  service.establish(ctx)?.presented === true && ctx.cookies.changed().length === 0;

describe('the CSRF cookie', () => {
  it.each(CSRF_HASHES)('from the wire contract, hashed with %j, is kept', (secret, hash) => {
    const ctx = withCookie(`${CSRF_TOKEN}%7C${hash}`, listOf(secret));

    expect(service.establish(ctx)).toEqual({ token: CSRF_TOKEN, presented: true });
    expect(ctx.cookies.changed()).toEqual([]);
  });

  it('has the format in the wire contract over http and https', () => {
    const value = `${CSRF_TOKEN}|${HASH}`;
    const lineOf = (protocol: string) => {
      const { name, options } = aContext({ request: { protocol } }).cookieDefinitions.csrfToken;
      return serializeCookie({ name, value, options });
    };

    expect(lineOf('http')).toBe(
      `authjs.csrf-token=${CSRF_TOKEN}%7C${HASH}; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(lineOf('https')).toBe(
      `__Host-authjs.csrf-token=${CSRF_TOKEN}%7C${HASH}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('is issued if the request has none, and kept if it has one', () => {
    const ctx = aContext();

    const state = service.establish(ctx);

    const [cookie] = ctx.cookies.changed();
    expect(state).toEqual({ token: expect.stringMatching(/^[0-9a-f]{64}$/), presented: false });
    expect(cookie?.value).toMatch(new RegExp(`^${state?.token}\\|[0-9a-f]{64}$`));
    expect(isKept(withCookie(encodeURIComponent(cookie?.value ?? '')))).toBe(true);
  });

  it('is issued with the secrets joined by commas', () => {
    const ctx = aContext({ config: { secret: ['s1', 's2'] } });

    service.establish(ctx);

    const value = encodeURIComponent(ctx.cookies.changed()[0]?.value ?? '');
    expect(isKept(withCookie(value, 's1,s2'))).toBe(true);
  });

  it('is kept if secrets are added, but not if its own secrets are removed (H23)', () => {
    const single = `${CSRF_TOKEN}|${HASH}`;

    expect(isKept(withCookie(single, ['a-newer-secret', VECTOR_SECRET]))).toBe(true);
    expect(isKept(withCookie(single, 'a-newer-secret'))).toBe(false);
    expect(isKept(withCookie(`${CSRF_TOKEN}|${LIST_HASH}`, ['s0', 's1', 's2']))).toBe(true);
    expect(isKept(withCookie(`${CSRF_TOKEN}|${LIST_HASH}`, ['s0', 's2']))).toBe(false);
  });

  it.each<[string[], string[]]>([
    [['a'], ['b', 'a']],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [
      ['b', 'a'],
      ['a', 'b'],
    ],
    [
      ['a', 'b'],
      ['c', 'b', 'a'],
    ],
    [
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ],
    [
      ['a', 'b', 'c'],
      ['d', 'c', 'b', 'a'],
    ],
    [
      ['d', 'c', 'b', 'a'],
      ['a', 'b', 'c', 'd'],
    ],
    [['e'], ['a', 'b', 'c', 'd', 'e']],
  ])('issued with the secrets %j is accepted with the secrets %j (S8)', (before, after) => {
    const issuer = aContext({ config: { secret: before } });
    service.establish(issuer);
    const value = encodeURIComponent(issuer.cookies.changed()[0]?.value ?? '');

    expect(isKept(withCookie(value, after))).toBe(true);
    expect(
      isKept(
        withCookie(
          value,
          [...after.slice(1), 'x'].filter((s) => !before.includes(s)),
        ),
      ),
    ).toBe(false);
  });

  it('is compared with a bounded number of hashes, however many secrets there are (S8)', () => {
    const secrets = Array.from({ length: 40 }, (_, index) => `secret-${index}`);

    const joined = [...joinedSecrets(secrets)];

    expect(joined.length).toBeLessThan(120);
    expect(joined).toEqual(expect.arrayContaining([secrets.join(','), ...secrets]));
    expect(new Set(joined).size).toBe(joined.length);
  });

  it.each([
    ['hashed with another secret', `${CSRF_TOKEN}|${LIST_HASH}`],
    ['without a separator', CSRF_TOKEN + HASH],
    ['with 10 000 separators', `${CSRF_TOKEN}${'|'.repeat(10_000)}${HASH}`],
    ['with text at the end', `${CSRF_TOKEN}|${HASH}|x`],
    ['with a line break at the end', `${CSRF_TOKEN}|${HASH}%0A`],
    ['with another token', `${'b'.repeat(64)}|${HASH}`],
    ['in upper case', `${CSRF_TOKEN}|${HASH.toUpperCase()}`],
    ['without a hash', `${CSRF_TOKEN}|`],
    ['without a token', `|${HASH}`],
    ['that is empty', ''],
  ])('%s is replaced (E02)', (_what, value) => {
    const ctx = withCookie(value);

    const state = service.establish(ctx);

    expect(state?.presented).toBe(false);
    expect(state?.token).not.toBe(CSRF_TOKEN);
    expect(ctx.cookies.changed().map(({ name }) => name)).toEqual([NAME]);
  });

  it('is neither read nor set if the check is off', () => {
    const ctx = aContext({ config: { skipCSRFCheck }, cookie: `${NAME}=${CSRF_TOKEN}|${HASH}` });

    expect(service.establish(ctx)).toBeUndefined();
    service.issue(ctx);
    expect(ctx.cookies.changed()).toEqual([]);
  });
});

describe('the CSRF field', () => {
  const state = { token: CSRF_TOKEN, presented: true };
  const post = (body?: Record<string, unknown>) => aContext({ request: { method: 'POST', body } });

  it('is accepted if it repeats the token in the cookie', () => {
    expect(() => service.assertVerified(post({ csrfToken: CSRF_TOKEN }), state)).not.toThrow();
  });

  it.each([
    ['no body', undefined],
    ['no field', {}],
    ['another token', { csrfToken: 'b'.repeat(64) }],
    ['an empty string', { csrfToken: '' }],
    ['a part of the token', { csrfToken: CSRF_TOKEN.slice(1) }],
    ['the whole cookie', { csrfToken: `${CSRF_TOKEN}|${HASH}` }],
  ])('causes MissingCSRF with %s (E01, E02)', (_what, body) => {
    expect(() => service.assertVerified(post(body), state)).toThrow(MissingCSRF);
  });

  it('causes an error that names the body parser if the body is missing', () => {
    expect(() => service.assertVerified(post(), state)).toThrow(
      /^the body is missing .+ body parser/,
    );
  });

  it.each([
    ['a list', [CSRF_TOKEN]],
    ['an object', { toString: () => CSRF_TOKEN }],
    ['a number', 1],
    ['null', null],
  ])('is refused as invalid if it is %s (E02)', (_what, csrfToken) => {
    expect(() => service.assertVerified(post({ csrfToken }), state)).toThrow(InvalidRequest);
  });

  it.each<[string, Partial<AuthRequest>, string]>([
    [
      'was sent twice',
      { fields: fieldsIn(FORM, { csrfToken: ['a', CSRF_TOKEN] }) },
      'more than once',
    ],
    ['is also in the URL', { query: { csrfToken: CSRF_TOKEN } }, 'in the URL'],
    ['is only in the URL', { query: { csrfToken: CSRF_TOKEN }, body: {} }, 'in the URL'],
  ])('is refused if it %s (S, field twice)', (_what, request, reason) => {
    const body = { csrfToken: CSRF_TOKEN };
    const ctx = aContext({ request: { method: 'POST', body, ...request } });
    const verify = () => service.assertVerified(ctx, state);

    expect(verify).toThrow(InvalidRequest);
    expect(verify).toThrow(reason);
  });

  it('causes MissingCSRF if the cookie is missing, whatever the token (E01)', () => {
    const issued = { token: CSRF_TOKEN, presented: false };

    expect(() => service.assertVerified(post({ csrfToken: CSRF_TOKEN }), issued)).toThrow(
      MissingCSRF,
    );
  });

  it('is not required if the check is off', () => {
    expect(() => service.assertVerified(post(), undefined)).not.toThrow();
  });
});
