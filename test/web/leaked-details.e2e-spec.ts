import { MemoryAdapter } from '@authnest/testing';
import { withEnvironment } from '../support/environment.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const HTML = { accept: 'text/html' };

/** Strings that reveal internals: stack frames, files, packages, statements. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|\.ts:\d|\.js:\d|node_modules|\/src\/|node:internal|@authnest|authnest|nestjs|SELECT |INSERT |sqlite|stack|version/i;

class BrokenStore extends MemoryAdapter {
  override getSessionAndUser(): never {
    throw new Error('SELECT * FROM sessions failed at /srv/app/src/store.ts:12');
  }
}

describe.each(platforms())('no response on %s reveals internals (I03)', (platform) => {
  it.each(['production', 'development'])('in %s', async (mode) => {
    await withEnvironment({ NODE_ENV: mode }, async () => {
      const provider = credentials();
      const app = await TestApp.start({
        platform,
        config: {
          debug: true,
          adapter: new BrokenStore(),
          providers: [
            {
              ...provider,
              authorize: (fields) => {
                if (fields.username === 'broken')
                  throw new Error('SELECT 1 at /srv/app/src/users.ts:7');
                return provider.authorize(fields);
              },
            },
            plainOAuth(),
          ],
        },
      });
      const browser = app.client();
      const csrfToken = await browser.csrfToken();
      const session = { cookie: 'authjs.session-token=abcdefghijklmnopqrstuvwxyz' };
      const responses = [
        await browser.get('/auth/session', session),
        await browser.get('/auth/session', { ...session, ...HTML }),
        await browser.post('/auth/session', { json: { csrfToken } }),
        await browser.post('/auth/session', { json: {} }),
        await browser.get('/auth/nothing', HTML),
        await browser.request('PUT', '/auth/session'),
        await browser.get('/auth/callback/nobody', HTML),
        await browser.get('/auth/callback/gh?code=x&state=y', HTML),
        await browser.get('/auth/webauthn-options/x'),
        await browser.post('/auth/signin/gh', { form: { csrfToken: 'x' } }),
        await browser.post('/auth/signout', {
          form: { csrfToken },
          headers: { origin: 'https://evil.test' },
        }),
        await browser.post('/auth/signout', {
          form: { csrfToken },
          headers: { origin: 'https://evil.test', ...HTML },
        }),
        await browser.signIn('credentials', { ...JANE, username: 'broken' }),
        await browser.signIn(
          'credentials',
          { ...JANE, username: 'broken' },
          { 'x-auth-return-redirect': '1' },
        ),
        await browser.get('/auth/error?error=Configuration', HTML),
        await browser.get('/auth/error?error=AccessDenied', HTML),
        await browser.get('/auth/error?error=Verification', HTML),
        await browser.get('/auth/signin?error=OAuthCallbackError', HTML),
      ];

      for (const { text, location = '' } of responses) {
        expect(withoutStyle(text)).not.toMatch(INSIDE);
        expect(location).not.toMatch(INSIDE);
      }
      expect(responses.slice(0, 2).map(({ status }) => status)).toEqual([503, 503]);
      await app.close();
    });
  });
});

describe.each(platforms())('logs on %s (A12)', (platform) => {
  it('contain no option or secret from a failed sign-in, at the default level', async () => {
    const clientSecret = 'canary-options-5f0c9a7be1';
    const app = await TestApp.start({
      platform,
      config: {
        providers: [credentials(), plainOAuth({ clientSecret })],
        // As with real HTTP clients, the error contains the request, including the form.
        fetch: (_, init) =>
          Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { init })),
      },
    });
    const browser = app.client();
    await browser.signIn('credentials', { ...JANE, password: 'canary-wrong-password' });
    const started = await browser.signIn('gh');
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    await browser.get(`/auth/callback/gh?code=canary-code-71&state=${state}`);
    await browser.get('/auth/callback/gh?code=canary-code-71&state=canary-state-17');
    await browser.get(`/auth/callback/gh?error=server_error&error_description=canary-description`);

    const logged = app.logs.lines.join('\n');
    expect(app.logs.types).toContain('CredentialsSignin');
    for (const canary of [
      clientSecret,
      'canary-wrong-password',
      'canary-code-71',
      state,
      'canary-state-17',
      SECRET,
    ]) {
      expect(logged).not.toContain(canary);
    }
    expect(logged).not.toMatch(/clientSecret|authorization: |acceptShortSecret|trustHost/);
    await app.close();
  });
});

function withoutStyle(html: string): string {
  return html.replaceAll(/<style>[\s\S]*?<\/style>/g, '');
}
