import { NOON, startClock, stopClock } from './support/clock.js';
import { JANE, PASSWORD, platforms, SECRET, TestApp } from './support/test-app.js';
import { createHash } from 'node:crypto';

const ORIGIN = 'http://localhost:3000';
const TOKEN = 'a'.repeat(64);
const HASH = createHash('sha256')
  .update(TOKEN + SECRET)
  .digest('hex');
/** Headers that the React client of Auth.js sends, in a browser that already has cookies. */
const HEADERS = {
  host: 'localhost:3000',
  'x-auth-return-redirect': '1',
  cookie: `authjs.csrf-token=${TOKEN}%7C${HASH}; authjs.callback-url=http%3A%2F%2Flocalhost%3A3000`,
};
const IN_THIRTY_DAYS = new Date(Math.floor(NOON / 1000) * 1000 + 30 * 24 * 3_600_000).toUTCString();

describe.each(platforms())(
  'a sign-in with credentials from the React client of Auth.js on %s',
  (platform) => {
    let app: TestApp;

    beforeAll(async () => {
      stopClock();
      app = await TestApp.start({ platform });
    });

    afterAll(async () => {
      startClock();
      await app.close();
    });

    const post = (password: string) =>
      app.client().post('/auth/callback/credentials', {
        headers: HEADERS,
        form: { username: JANE.username, password, csrfToken: TOKEN, callbackUrl: '/home' },
      });

    it('returns the redirect URL, and sets the cookies in the specified order', async () => {
      const response = await post(PASSWORD);

      expect(response.status).toBe(200);
      expect(response.text).toBe(`{"url":"${ORIGIN}/home"}`);
      expect(response.headers['content-type']).toMatch(/^application\/json\b/);
      expect(response.location).toBe(`${ORIGIN}/home`);
      expect(response.headers['set-cookie']).toEqual([
        'authjs.callback-url=http%3A%2F%2Flocalhost%3A3000%2Fhome; Path=/; HttpOnly; SameSite=Lax',
        expect.stringMatching(
          new RegExp(
            `^authjs\\.session-token=eyJ[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+; Max-Age=2592000; Path=/; Expires=${IN_THIRTY_DAYS}; HttpOnly; SameSite=Lax$`,
          ),
        ),
        // Unlike in Auth.js: a token fetched before must not stay valid when the user changes.
        expect.stringMatching(
          /^authjs\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
    });

    it('returns a URL with an error for wrong credentials, with status 200', async () => {
      const response = await post('wrong');

      expect(response.status).toBe(200);
      expect(response.text).toBe(
        `{"url":"${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials"}`,
      );
      expect(response.headers['content-type']).toMatch(/^application\/json\b/);
      expect(response.headers['set-cookie']).toBeUndefined();
      expect(response.location).toBeUndefined();
    });
  },
);
