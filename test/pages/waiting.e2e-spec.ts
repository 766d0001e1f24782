import { Credentials, RateLimited } from '@authnest/core';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const SAME = {
  en: 'Too many attempts. Try again in 4 minutes.',
  de: 'Zu viele Versuche. Versuchen Sie es in 4 Minuten noch einmal.',
};
const LANGUAGES = Object.entries(SAME);

const patient = Credentials({
  credentials: { username: {}, password: { type: 'password' } },
  authorize: () => {
    throw new RateLimited(230);
  },
});

describe.each(platforms())('an attempt that has to wait on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { providers: [patient] } });
  });
  afterAll(() => app.close());

  const clientOf = (language: string, headers = {}): CheckedClient =>
    app.client({ 'accept-language': language, ...headers });

  it.each(LANGUAGES)(
    'has the same message in %s in JSON and on the sign-in page, which keeps the name',
    async (language, sentence) => {
      const browser = clientOf(language, { accept: 'text/html' });
      const page = await browser.signIn('credentials', JANE);
      const script = await clientOf(language, { 'x-auth-return-redirect': '1' }).signIn(
        'credentials',
        JANE,
      );
      const json = script.json<{ message: string; url: string }>();
      const signIn = await browser.get(`${page.location}`);

      expect([page.status, script.status]).toEqual([302, 429]);
      expect(page.location).toBe(json.url);
      expect(json.message).toBe(sentence);
      expect(script.headers['content-language']).toBe(language);
      expect(script.headers['vary']).toContain('Accept-Language');
      expect(json.url).toBe(`${app.url}/auth/signin?error=RateLimited&retryAfter=230`);
      expect([page, script].map(({ headers }) => headers['retry-after'])).toEqual(['230', '230']);
      expect(signIn.text).toContain(sentence);
      expect(signIn.text).toContain(`value="${JANE.username}"`);
    },
  );

  it.each(['', '0', '-1', '1e9', '99999', '4.5', 'NaN', '<b>', '240;240'])(
    'shows no time if the URL has an invalid one: %j',
    async (retryAfter) => {
      const query = new URLSearchParams({ error: 'RateLimited', retryAfter });
      for (const path of ['signin', 'error']) {
        const { text } = await clientOf('en').get(`/auth/${path}?${query}`);

        expect(text).toContain('Too many attempts. Wait a while before you try again.');
      }
    },
  );
});
