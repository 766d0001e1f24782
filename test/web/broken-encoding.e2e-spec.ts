import { sendRaw } from '../support/raw-request.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const BROKEN = ['%', '%E0%A4%A', '%C0%AF', '%ff', '%u0041', '%zz'];
const CSRF = 'authjs.csrf-token';
const SESSION = 'authjs.session-token';

describe.each(platforms())('broken encoding and many cookies on %s (E17)', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform });
  });
  afterAll(() => app.close());

  /** Signs in. @returns the browser, its cookies, and a function that sends cookies to /session */
  const signedIn = async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const own = [...browser.cookies].map((pair) => pair.join('='));
    const session = async (...cookies: string[]) => {
      const response = await sendRaw(app, {
        path: '/auth/session',
        headers: [['cookie', cookies.join('; ')]],
      });
      expect(response.status).toBe(200);
      return (JSON.parse(response.text) as { user: { name: string } } | null)?.user.name;
    };
    return { browser, own, session };
  };

  it.each(BROKEN)('%s in a path results in 400, 404 or the error page', async (broken) => {
    for (const path of [
      `/auth/${broken}`,
      `/auth/signin/${broken}`,
      `/auth/callback/${broken}?code=x`,
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status, headers, cookies } = await sendRaw(app, { method, path });
        if (status === 302)
          expect(headers['location']).toMatch(/\?error=(?:Configuration|MissingCSRF)$/);
        else expect([400, 404]).toContain(status);
        expect(cookies).toEqual([]);
      }
    }
  });

  it.each(BROKEN)('%s in a query is used unchanged, or dropped', async (broken) => {
    const browser = app.client();
    for (const path of ['session', 'csrf', 'signin', 'error', 'verify-request', 'signout']) {
      const response = await sendRaw(app, {
        path: `/auth/${path}?callbackUrl=${broken}&error=${broken}&x${broken}=${broken}`,
      });
      expect(response.status).toBe(200);
    }
    const response = await browser.signIn('credentials', { ...JANE, callbackUrl: broken });
    expect(response).toMatchObject({ status: 302, location: app.url });
  });

  it.each(BROKEN)('%s in cookies breaks no valid cookie', async (broken) => {
    const { own, session } = await signedIn();

    expect(await session(`a=${broken}`, `${broken}=b`, ...own, broken)).toBe('jane');
    expect(await session(`${CSRF}=${broken}`, `authjs.callback-url=${broken}`, own.at(-1)!)).toBe(
      'jane',
    );
    expect(await session(`${SESSION}=${broken}`)).toBeUndefined();
  });

  it('200 cookies or 12 kB of cookies break no valid cookie', async () => {
    const { own, session } = await signedIn();
    const many = Array.from({ length: 200 }, (_, index) => `c${index}=${index}`);
    const large = Array.from({ length: 3 }, (_, index) => `l${index}=${'x'.repeat(4000)}`);

    expect(await session(...many.slice(100), ...own, ...many.slice(0, 100))).toBe('jane');
    expect(await session(...large, ...own)).toBe('jane');
    expect(await session('', ';', '=', '==', 'a', ...own, ' ', ';;')).toBe('jane');
  });

  it('a cookie whose name only contains ours is another cookie', async () => {
    const { own, session } = await signedIn();

    expect(await session(`${SESSION}x=y`, `x${SESSION}=y`, `${SESSION}-x=y`, ...own)).toBe('jane');
    expect(await session(...own.map((pair) => `x${pair}`))).toBeUndefined();
  });
});
