import { NOON, startClock, stopClock } from './support/clock.js';
import { JANE, PASSWORD, platforms, SECRET, TestApp } from './support/test-app.js';
import { createHash } from 'node:crypto';

const ORIGIN = 'http://localhost:3000';
const TOKEN = 'a'.repeat(64);
const HASH = createHash('sha256')
  .update(TOKEN + SECRET)
  .digest('hex');
/** The requests of the React client of Auth.js, in a browser that has cookies from before. */
const HEADERS = {
  host: 'localhost:3000',
  'x-auth-return-redirect': '1',
  cookie: `authjs.csrf-token=${TOKEN}%7C${HASH}; authjs.callback-url=http%3A%2F%2Flocalhost%3A3000`,
};
const IN_THIRTY_DAYS = new Date(Math.floor(NOON / 1000) * 1000 + 30 * 24 * 3_600_000).toUTCString();

describe.each(platforms())(
  'the React client of Auth.js signs in with credentials on %s',
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

    it('and gets the redirect URL, with the cookies of the contract in their order', async () => {
      const response = await post(PASSWORD);

      expect(response.status).toBe(200);
      expect(response.text).toBe(`{"url":"${ORIGIN}/home"}`);
      expect(response.headers['content-type']).toMatch(/^application\/json\b/);
      expect(response.location).toBe(`${ORIGIN}/home`);
      expect(response.headers['set-cookie']).toEqual([
        'authjs.callback-url=http%3A%2F%2Flocalhost%3A3000%2Fhome; Path=/; HttpOnly; SameSite=Lax',
        expect.stringMatching(
          new RegExp(
            `^authjs\\.session-token=eyJ[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+; Path=/; Expires=${IN_THIRTY_DAYS}; HttpOnly; SameSite=Lax$`,
          ),
        ),
        // Not in Auth.js: a token that was fetched before must not outlive the change of user.
        expect.stringMatching(
          /^authjs\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
    });

    it('and gets the error of wrong credentials in the URL, with status 200 and without cookies', async () => {
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
