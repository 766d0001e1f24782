import { CookieClient } from '@authnest/testing';
import { Script } from '../support/script.js';
import { CheckedClient, JANE, platforms } from '../support/test-app.js';
import { expectWholeJob } from '../support/whole-job.js';

describe.each(platforms())('ThrottlerGuard and SessionGuard as global guards on %s', (platform) => {
  let script: Script;

  afterEach(() => script?.stop());

  /** Starts the script. @param limit - requests per minute and handler */
  async function serve(limit: number): Promise<string> {
    script = await Script.startBundled(
      'test/nest/scripts/throttled-app.ts',
      platform,
      String(limit),
    );
    return script.line();
  }

  it('allow sign-in, session and sign-out below the limit', async () => {
    const url = await serve(100);

    await expectWholeJob({
      url,
      client: (headers, authPath) => new CheckedClient({ url }, authPath, headers),
    });
    const { headers } = await new CookieClient(url).get('/auth/session');
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '100' });
  });

  it('stop guesses at the credentials callback, and do not affect the other endpoints', async () => {
    // Uses an unchecked client, because the refusal is not a response of Authnest.
    const browser = new CookieClient(await serve(3));
    const csrfToken = await browser.csrfToken();
    const guess = async (password: string) => {
      const form = { csrfToken, username: 'jane', password };
      return browser.post('/auth/callback/credentials', { form });
    };

    const statuses = [await guess('a'), await guess('b'), await guess('c')].map(
      ({ status }) => status,
    );
    const throttled = await guess(JANE.password);

    expect(statuses).toEqual([302, 302, 302]);
    expect(throttled.status).toBe(429);
    expect(throttled.headers).toMatchObject({ 'retry-after': expect.any(String) as string });
    expect((await browser.get('/auth/session')).json()).toBeNull();
    expect((await browser.get('/auth/signin')).status).toBe(200);
  });
});
