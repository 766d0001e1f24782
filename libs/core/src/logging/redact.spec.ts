import { DrizzleQueryError } from 'drizzle-orm';
import { SESSION_TOKEN } from '../../../../test/support/wire-vectors.js';
import { redact } from './redact.js';

const HEX = 'canary0123456789abcdef0123456789abcdef0123456789abcdef0123456789';
const SHORT = 'canary-short';

describe('redact', () => {
  it.each([
    `the token ${SESSION_TOKEN.token} is old`,
    `header eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ. sent`,
    `Duplicate entry '${HEX}' for key`,
    `Authorization: Bearer ${SHORT}`,
    `authorization: Basic ${Buffer.from(SHORT).toString('base64')}`,
    `the provider was sent Bearer ${SHORT}`,
    `the proxy wants basic ${Buffer.from(SHORT).toString('base64')}`,
    `Cookie: authjs.session-token=${SHORT}; a=b`,
    `set-cookie: a=${SHORT}; Path=/`,
    `POST https://idp.example/token?code=${SHORT}&state=${SHORT}`,
    `GET /auth/callback/email?token=${SHORT}&email=${SHORT}%40example.com`,
    `grant_type=authorization_code&code=${SHORT}&client_secret=${SHORT}`,
    `code=${SHORT}`,
    `body "refresh_token=${SHORT}"`,
    `{"access_token":"${SHORT}","id_token" : "${SHORT}"}`,
    `{"password":"${SHORT}\\" more ${SHORT}"}`,
    `code_verifier=${SHORT}, nonce=${SHORT}`,
    `sessionToken=${SHORT}&accessToken=${SHORT}&clientSecret=${SHORT}`,
    `{"sessionToken":"${SHORT}","newPassword":"${SHORT}"}`,
    `Invalid prisma.session.findUnique() invocation: { where: { sessionToken: "${SHORT}" } }`,
    `unexpected { token: '${SHORT}', email: '${SHORT}' }`,
    `refused { 'x-csrf-token': '${SHORT}', 'refresh-token': "${SHORT}" }`,
    `refused { code: '${SHORT}', "authorization_code": "${SHORT}", userCode: '${SHORT}' }`,
    `{"code":"ECONNREFUSED ${SHORT}"} and { code: 'ER_DUP_ENTRY\\'${SHORT}' }`,
    new DrizzleQueryError('select * from "session" where "sessionToken" = $1', [SHORT]).message,
    new DrizzleQueryError('insert into t values ($1)', [`a\nparams: ${SHORT}`, SHORT]).message,
  ])('leaves no secret in %s (I02)', (text) => {
    const line = redact(text);

    expect(line).not.toMatch(/canary|eyJ/i);
    expect(line).not.toContain(Buffer.from(SHORT).toString('base64'));
  });

  it.each([
    'adapter.getUser did not respond within 10 s',
    'secret: is missing; generate one with `openssl rand -base64 33` and set AUTH_SECRET',
    'the state does not belong to a sign-in of this browser',
    'the request comes from https://evil.test, but the application is at https://app.example',
    'provider `idp`: `token` must be an https URL (http only on localhost)',
    'session.tokenAtRest: expected the text',
    'getToken: `secret` is missing',
    'Failed query: the replica is down',
    'the field `csrfToken` is missing or does not match the cookie',
    'backchannelLogout: params: expected an object',
    'user 0b8e7c4e-2d5f-4a57-9a53-0f5f4a8e9f10 is gone',
  ])('leaves %s unchanged', (text) => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    `{ errno: -111, code: 'ECONNREFUSED', syscall: 'connect' }`,
    `{"code":"EAI_AGAIN","hostname":"db"}`,
    `{ code: "ENOTFOUND" }`,
    `{ code: 'SQLITE_BUSY' }`,
    `{ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }`,
    `{ code: '23505', detail: 'Key already exists' }`,
    `{ code: '40P01' }`,
    `{ code: 'ER_DUP_ENTRY', sqlState: '23000' }`,
    `{ code: 'P2025' }`,
    `{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }`,
    `{ code: 'UND_ERR_CONNECT_TIMEOUT' }`,
    `{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }`,
  ])('leaves the code of a technical error in %s (I02)', (text) => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    '482913',
    '48291',
    '4/0AX4XfWh',
    'WDJB-MJHT',
    'E8KQ2MVX',
    'ECANARY',
    'ABCDEFGHJKLMNPQR',
    'econnrefused',
    'ECONNREFUSED2',
    ' ECONNREFUSED',
    'er_canary',
    'ER_9F3KQ2',
    'ER_K2J8H4XQ',
    'ERR_deadbeef',
    'SQLITE_',
    'P4821',
    'Er_DUP_ENTRY',
    '23506',
  ])('removes the code %j, which may be a secret (I02)', (code) => {
    for (const text of [`{ code: '${code}' }`, `{ code: "${code}" }`, `{"code":"${code}"}`]) {
      expect(redact(text)).toContain('[redacted]');
      expect(redact(text)).not.toContain(code);
    }
  });

  it.each(['token', 'state', 'nonce', 'code_verifier', 'password', 'authorization_code'])(
    'removes the value of %s even if it is an error code (I02)',
    (name) => {
      expect(redact(`{ ${name}: 'ECONNREFUSED' }`)).not.toContain('ECONNREFUSED');
    },
  );

  it.each([
    ['a\r\nb', 'a b'],
    ['a\nSigned in as admin', 'a Signed in as admin'],
    ['\u001b[31mred\u001b[0m', ' [31mred [0m'],
    ['a\u0000\u0007b', 'a b'],
    ['a\u0085b\u2028c\u2029d', 'a b c d'],
    ['\u009b31mx', ' 31mx'],
    ['admin\u202enimda', 'adminnimda'],
    ['a\u2066b\u2069c', 'abc'],
    ['a\u200bb\u00adc\ufeffd\u{e0041}e', 'abcde'],
  ])('turns %j into one line without control and format characters (I09, N10)', (text, line) => {
    expect(redact(text)).toBe(line);
  });

  it('is at most 500 characters long (I09)', () => {
    expect(redact('a b '.repeat(250_000))).toHaveLength(501);
    expect(redact(`${'a '.repeat(249)}ab`)).toHaveLength(500);
  });

  it.each(['\u200b', '\u00ad', '\u2060', '\u202e'])(
    'finds a secret with %j inside, and leaves no format character (N10)',
    (hidden) => {
      const line = redact(`a ${HEX.slice(0, 32)}${hidden}${HEX.slice(32)} b`);

      expect(line).not.toContain('canary');
      expect(line).not.toMatch(/\p{Cf}/u);
    },
  );

  it('shows no part of a secret that it cuts off', () => {
    for (let before = 4900; before < 5100; before += 1) {
      expect(redact(`${'x'.repeat(before)} ${HEX}`)).not.toContain('canary');
    }
  });

  it('looks for a token only where a word begins, so that each word is read once (HO5)', () => {
    expect(redact('the file my-eyebrows-and-more.a.b')).toBe('the file my-eyebrows-and-more.a.b');
    expect(redact('token eyJhbGciOiJIUzI1NiJ9.e30.c2ln end')).toBe('token [token] end');
  });
});
