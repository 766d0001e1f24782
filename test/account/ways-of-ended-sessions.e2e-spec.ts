import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const sessions = {
  database: () => ({ strategy: 'database' }) as const,
  registry: () => ({ strategy: 'jwt', revocation: new MapRegistry() }) as const,
};

const nothing = async (): Promise<unknown> => undefined;

describe.each(platforms())('a way to sign in that is added, on %s', (platform) => {
  describe.each(['database', 'registry'] as const)('with sessions: %s', (kind) => {
    let rig: AccountWaysApp;
    /** Each runs once: in the event after something is added, and in the `session` callback. */
    let heard = nothing;
    let asked = nothing;

    beforeAll(async () => {
      const once = async (run: typeof nothing): Promise<void> => {
        [heard, asked] = [nothing, nothing];
        await run();
      };
      rig = await AccountWaysApp.start({
        platform,
        adapter: new MemoryAdapter(),
        config: {
          session: sessions[kind](),
          events: { linkAccount: () => (heard === nothing ? undefined : once(heard)) },
          callbacks: {
            session: async ({ session }) => {
              if (asked !== nothing) await once(asked);
              return session;
            },
          },
        },
      });
    });
    afterAll(() => rig.close());

    /** What completes the addition, when it is called. */
    const ways = {
      account: async (browser: CheckedClient) => {
        const { location = '' } = await rig.post(browser, 'link', { provider: 'idp' });
        return () => rig.atProvider(browser, location, randomUUID());
      },
      passkey: async (browser: CheckedClient) => {
        const user = new PasskeyUser(rig.app, browser);
        const { options } = await user.ask({ action: 'register' });
        const made = new SoftwareAuthenticator(rig.url).create(options);
        return () => user.respond('register', made);
      },
    } as const;

    async function providersOf({ id }: AdapterUser): Promise<string[] | undefined> {
      const accounts = await rig.adapter.listAccountsByUserId?.(id);
      return accounts?.map(({ provider }) => provider);
    }

    it.each(['account', 'passkey'] as const)(
      'is told by mail though its session ends at this moment: %s (FT1)',
      async (way) => {
        const user = await rig.user('gh');
        const browser = await rig.signedIn(user);
        const copy = rig.app.client();
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
        const csrfToken = await copy.csrfToken();
        const complete = await ways[way](browser);
        heard = () => copy.post('/auth/signout', { form: { csrfToken } });

        expect((await complete()).location).toContain('error=');
        expect(await providersOf(user)).toHaveLength(2);
        const mails = rig.mails.filter(({ to }) => to === user.email);
        expect(mails.map((mail) => mail.kind)).toEqual(['way-added']);
      },
    );

    it.each(['account', 'passkey'] as const)(
      'is refused if its session ends while the application is asked: %s (FT2)',
      async (way) => {
        const user = await rig.user('gh');
        const browser = await rig.signedIn(user);
        const other = await rig.signedIn(user);
        const csrfToken = await other.csrfToken();
        const complete = await ways[way](browser);
        asked = () => other.post('/auth/sessions/revoke-others', { form: { csrfToken } });

        expect((await complete()).location).toContain('error=');
        expect(await providersOf(user)).toEqual(['gh']);
        expect(await browser.session()).toBeNull();
        expect(await other.session()).not.toBeNull();
      },
    );
  });
});
