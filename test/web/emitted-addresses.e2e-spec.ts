import { MemoryAdapter } from '@authnest/testing';
import { authorize, CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  PASSWORD,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';

const HTML = { accept: 'text/html' };

describe.each(platforms())('URLs that are sent out on %s', (platform) => {
  let provider: OidcProvider;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());

  it.each(['jwt', 'database'] as const)(
    'contain no token, secret or mail address, and logs no token or secret (%s) (I04, A12)',
    async (strategy) => {
      const called: string[] = [];
      const issued = new Set<string>([SECRET, PASSWORD, CLIENT_SECRET]);
      const app = await TestApp.start({
        platform,
        config: {
          debug: true,
          adapter: new MemoryAdapter(),
          session: { strategy },
          providers: [
            credentials(),
            provider.config('idp', { checks: ['state', 'pkce', 'nonce'], idToken: false }),
          ],
          fetch: async (input, init) => {
            called.push(input instanceof Request ? input.url : String(input));
            return fetch(input, init);
          },
          callbacks: {
            jwt: ({ token, account }) => {
              for (const secret of [account?.access_token, account?.id_token])
                if (secret) issued.add(secret);
              return token;
            },
          },
          events: {
            signIn: ({ account }) => {
              for (const secret of [account?.access_token, account?.id_token])
                if (secret) issued.add(secret);
            },
          },
        },
      });
      await provider.register(app, 'idp');
      const browser = app.client();
      const emitted: string[] = [];
      const visit = async (response: Awaited<ReturnType<CheckedClient['get']>>) => {
        emitted.push(response.location ?? '', ...addressesIn(response.text));
        const token = browser.cookies.get('authjs.session-token');
        if (token) issued.add(token);
        return response;
      };

      await visit(await browser.get('/auth/signin?callbackUrl=/home', HTML));
      await visit(await browser.signIn('credentials', { ...JANE, password: 'wrong' }));
      await visit(await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' }));
      await visit(await browser.get('/auth/providers'));
      await visit(await browser.get('/auth/session'));
      await visit(await browser.get('/auth/signout', HTML));
      await visit(await browser.signOut({ json: 'true' }));
      const started = await browser.signIn('idp', { callbackUrl: '/home' });
      emitted.push(started.location ?? '');
      const callback = await authorize(browser, 'idp');
      const code = new URL(callback, app.url).searchParams.get('code') ?? '';
      await visit(await browser.get(callback));
      await visit(await browser.get(callback));
      await visit(await browser.get('/auth/callback/idp?error=access_denied&state=x'));
      await visit(await browser.get('/auth/error?error=AccessDenied', HTML));

      expect(issued.size).toBeGreaterThan(5);
      expect(emitted.filter((address) => address !== '').length).toBeGreaterThan(15);
      expect(called.length).toBeGreaterThan(2);
      const addresses = [...emitted, ...called]
        .map((address) => decodeURIComponent(address))
        .join('\n');
      for (const secret of [...issued, code, 'jane@example.com', 'ada@example.com']) {
        expect(secret).not.toBe('');
        expect(addresses).not.toContain(secret);
      }
      expect(addresses).not.toMatch(
        /[?&](?:access_token|id_token|refresh_token|client_secret|password|email)=/,
      );
      const logged = app.logs.lines.join('\n');
      for (const secret of [...issued, code]) expect(logged).not.toContain(secret);
      expect(logged.length).toBeGreaterThan(0);
      await app.close();
    },
  );
});

/** Returns the URLs in links, forms, images and JSON of a body. */
function addressesIn(body: string): string[] {
  const inMarkup = [...body.matchAll(/\s(?:href|action|src)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );
  const inJson = [...body.matchAll(/"(https?:[^"]*)"/g)].map(([, address = '']) => address);
  return [...inMarkup, ...inJson];
}
