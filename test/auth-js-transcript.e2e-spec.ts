import { NOON, startClock, stopClock } from './support/clock.js';
import { JANE, PASSWORD, platforms, SECRET, TestApp } from './support/test-app.js';
import { createHash } from 'node:crypto';

const ORIGIN = 'http://localhost:3000';
const TOKEN = 'a'.repeat(64);
const HASH = createHash('sha256')
  .update(TOKEN + SECRET)
  .digest('hex');
/** What the React client of Auth.js sends, in a browser that has been here before. */
const HEADERS = {
  host: 'localhost:3000',
  'x-auth-return-redirect': '1',
  cookie: `authjs.csrf-token=${TOKEN}%7C${HASH}; authjs.callback-url=http%3A%2F%2Flocalhost%3A3000`,
};
const IN_THIRTY_DAYS = new Date(Math.floor(NOON / 1000) * 1000 + 30 * 24 * 3_600_000).toUTCString();

describe.each(platforms)(
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

    it('and is told where to go, with the cookies of the contract in their order', async () => {
      const answer = await post(PASSWORD);

      expect(answer.status).toBe(200);
      expect(answer.text).toBe(`{"url":"${ORIGIN}/home"}`);
      expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
      expect(answer.location).toBe(`${ORIGIN}/home`);
      expect(answer.headers['set-cookie']).toEqual([
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

    it('and is told of wrong credentials in the URL, with status 200 and without cookies', async () => {
      const answer = await post('wrong');

      expect(answer.status).toBe(200);
      expect(answer.text).toBe(
        `{"url":"${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials"}`,
      );
      expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.location).toBeUndefined();
    });
  },
);
