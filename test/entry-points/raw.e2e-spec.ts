import {
  AccessDenied,
  Auth,
  type AuthConfig,
  AuthError,
  CredentialsSignin,
  type InternalResponse,
  MissingCSRF,
  raw,
  skipCSRFCheck,
} from '@authnest/core';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';

const ORIGIN = 'http://app.example';

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig & { raw: typeof raw } => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
  skipCSRFCheck,
  ...overrides,
  raw,
});

const get = (path: string, headers?: Record<string, string>) =>
  new Request(`${ORIGIN}/auth/${path}`, { headers });
const post = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
  new Request(`${ORIGIN}/auth/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });

async function recordOf(request: Request): Promise<InternalResponse> {
  const response = await Auth(request, config());
  if (response instanceof Response) throw new Error('expected a record');
  return response;
}

const JSON_ANSWER = { 'x-auth-return-redirect': '1' };

describe('Auth with the marker raw', () => {
  it('returns the internal record (REQ-1)', async () => {
    const signedIn = await recordOf(
      post('callback/credentials', { ...JANE, callbackUrl: '/home' }),
    );

    expect(signedIn).toMatchObject({ status: 302, redirect: `${ORIGIN}/home` });
    expect(signedIn.headers).toBeInstanceOf(Headers);
    expect(signedIn.cookies).toEqual([
      expect.objectContaining({ name: 'authjs.callback-url', value: `${ORIGIN}/home` }),
      {
        name: 'authjs.session-token',
        value: expect.stringMatching(/^ey/) as string,
        options: {
          httpOnly: true,
          sameSite: 'lax',
          path: '/',
          secure: false,
          expires: expect.any(Date) as Date,
          maxAge: expect.any(Number) as number,
        },
      },
    ]);
  });

  it('returns JSON and pages in the body of the record (REQ-1)', async () => {
    const session = await recordOf(get('session'));

    expect(session).toMatchObject({ status: 200, body: 'null' });
    expect(session.redirect).toBeUndefined();
    expect((await recordOf(get('signin'))).body).toContain('<form');
  });

  it('refuses a symbol other than the marker (REQ-1)', async () => {
    const faulty = Object.assign(config(), { raw: Symbol('raw') });

    expect(await Auth(get('session'), faulty)).toMatchObject({ status: 500 });
  });

  it.each([
    ['an unknown action', get('nothing')],
    ['an unknown method', new Request(`${ORIGIN}/auth/session`, { method: 'PUT' })],
    [
      'a body that is not JSON',
      new Request(`${ORIGIN}/auth/signout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
    ],
  ])('returns a Response for %s (REQ-2)', async (_, request) => {
    const response = await Auth(request, config());

    expect(response).toBeInstanceOf(Response);
    expect([400, 405]).toContain(response.status);
  });

  it.each([
    ['status 500', {}, 500],
    ['a redirect to the error page', { pages: { error: '/oops' } }, 302],
  ])('returns a Response (%s) for a faulty configuration (REQ-2)', async (_, overrides, status) => {
    const response = await Auth(get('signin'), config({ secret: 'short', ...overrides }));

    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(status);
  });

  it('throws the errors of the library (REQ-3)', async () => {
    const wrong = Auth(post('callback/credentials', { username: 'x' }), config());
    await expect(wrong).rejects.toThrow(CredentialsSignin);

    const denied = Auth(
      post('callback/credentials', JANE),
      config({ callbacks: { signIn: () => false } }),
    );
    await expect(denied).rejects.toThrow(AccessDenied);

    const checked = { ...config(), skipCSRFCheck: undefined };
    await expect(Auth(post('signout', {}), checked)).rejects.toThrow(MissingCSRF);
    await expect(Auth(post('session', {}), checked)).rejects.toThrow(MissingCSRF);
    await expect(Auth(get('callback/unknown'), config())).rejects.toThrow(AuthError);
  });

  it('returns a Response for an error if the request asks for JSON (REQ-3)', async () => {
    const request = post('callback/credentials', { username: 'x' }, JSON_ANSWER);
    const response = await Auth(request, config());

    if (!(response instanceof Response)) throw new Error('expected a Response');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      url: `${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`,
    });
  });

  it('returns a record, even for JSON, if no error occurs (REQ-3)', async () => {
    const record = await recordOf(post('callback/credentials', JANE, JSON_ANSWER));

    expect(record.redirect).toBe(ORIGIN);
    expect(record.cookies?.map(({ name }) => name)).toContain('authjs.session-token');
  });
});
