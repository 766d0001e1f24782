import { inspect } from 'node:util';
import { type AuthConfig, Email, OIDC, Passkey } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import type { LoggerService } from '@nestjs/common';
import { secretsOf } from '../oauth/conformance/secrets-of.js';
import { Mailbox } from '../support/mailbox.js';
import { PasskeyUser } from '../support/passkeys.js';
import { credentials, JANE, PASSWORD, platforms, SECRET, TestApp } from '../support/test-app.js';

const CLIENT_SECRET = 'canary-client-secret-64f0be2d1c9a';
const WRONG_PASSWORD = 'canary-wrong-password-1187';

/** Records what is passed to Nest's own logger, at any depth. */
class PrintedLines implements LoggerService {
  readonly lines: string[] = [];
  readonly log = this.print.bind(this);
  readonly error = this.print.bind(this);
  readonly warn = this.print.bind(this);
  readonly debug = this.print.bind(this);

  private print(...parts: unknown[]): void {
    this.lines.push(parts.map((part) => inspect(part, { depth: 10 })).join(' '));
  }
}

describe.each(platforms())('the logs of %s in debug mode', (platform) => {
  let server: FakeOAuthServer;
  let mailbox: Mailbox;

  beforeEach(async () => {
    server = await FakeOAuthServer.start({ clientSecret: CLIENT_SECRET });
    mailbox = await Mailbox.start();
  });
  afterEach(async () => {
    await mailbox.close();
    await server.close();
  });

  it.each(['jwt', 'database'] as const)(
    'contain no secret from any sign-in method, with %s sessions (I01)',
    async (strategy) => {
      const printed = new PrintedLines();
      const secrets = new Set([SECRET, PASSWORD, CLIENT_SECRET, WRONG_PASSWORD]);
      const config: Partial<AuthConfig> = {
        debug: true,
        // Selects the built-in logger, which prints through Nest's.
        logger: undefined,
        adapter: new MemoryAdapter(),
        session: { strategy },
        experimental: { enableWebAuthn: true },
        providers: [
          credentials(),
          OIDC({ id: 'idp', name: 'IdP', ...server.client, checks: ['pkce', 'state', 'nonce'] }),
          Email({ server: mailbox.url }),
          Passkey({}),
        ],
      };
      const app = await TestApp.start({ platform, config, appOptions: { logger: printed } });
      const newBrowser = () => {
        const browser = app.client();
        const keep = () => {
          for (const value of browser.cookies.values()) secrets.add(value);
        };
        return { browser, keep };
      };

      for (const password of [PASSWORD, WRONG_PASSWORD]) {
        const { browser, keep } = newBrowser();
        secrets.add(await browser.csrfToken());
        await browser.signIn('credentials', { ...JANE, password });
        keep();
        await browser.post('/auth/signout', { form: { csrfToken: await browser.csrfToken() } });
      }
      for (const fault of [undefined, 'token', 'userinfo', 'jwks', 'state'] as const) {
        const { browser, keep } = newBrowser();
        if (fault && fault !== 'state') {
          server.answer(fault, ({ form, headers }) => ({
            status: 500,
            json: { error: 'server_error', sent: [...form], headers },
          }));
        }
        const { location = '' } = await browser.signIn('idp');
        keep();
        const { url } = await server.authorize(location);
        for (const name of ['code', 'state']) secrets.add(url.searchParams.get(name) ?? '');
        if (fault === 'state') url.searchParams.set('state', 'canary-state-of-nobody');
        await browser.get(url.href);
        keep();
        for (const secret of secretsOf(server.requests)) secrets.add(secret);
        server.reset();
      }
      const { browser, keep } = newBrowser();
      await browser.signIn('email', { email: 'ada@example.com' });
      const link = await mailbox.link();
      secrets.add(new URLSearchParams(link.split('?')[1]).get('token') ?? '');
      await browser.get(link);
      keep();
      await browser.get(link.replace(/token=\w/, 'token=0'));
      const passkey = new PasskeyUser(app);
      const { options } = await passkey.ask({ action: 'register', email: 'eve@example.com' });
      secrets.add(options.challenge);
      const { authenticator } = await passkey.register('eve@example.com');
      await passkey.signIn(authenticator);
      await passkey.respond('authenticate', '{"id":"canary-credential"}');
      for (const value of passkey.browser.cookies.values()) secrets.add(value);

      await app.close();
      const text = printed.lines.join('\n');
      // One line from each sign-in method proves that the searched text is complete.
      for (const said of ['signed in', 'CredentialsSignin', 'mail sent', 'adapter_getUser']) {
        expect(text).toContain(said);
      }
      expect(text).not.toContain('canary');
      expect(secrets.size).toBeGreaterThan(40);
      const forms = [...secrets].flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
      ]);
      expect(forms.filter((form) => form.length > 8 && text.includes(form))).toEqual([]);
    },
  );
});
