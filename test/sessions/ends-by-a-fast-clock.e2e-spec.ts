import { type AuthConfig, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { platforms, TestApp } from '../support/test-app.js';

const HOUR = 3_600_000;

describe.each(platforms())(
  'an end of access by a clock that is an hour ahead, on %s',
  (platform) => {
    it.each(['database', 'registry'])(
      'locks nobody out, with sessions in a %s (BT4)',
      async (kind) => {
        const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
        const adapter = new MemoryAdapter();
        const registry = new MapRegistry();
        const session: AuthConfig['session'] =
          kind === 'database'
            ? { strategy: 'database' }
            : { strategy: 'jwt', revocation: registry };
        const app = await TestApp.start({
          platform,
          config: {
            adapter,
            fetch: idp.fetch,
            session,
            providers: [OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
          },
        });
        const signIn = async () => {
          const browser = app.client();
          idp.claims = { sub: 'jane', email: 'jane@x.example', email_verified: true };
          const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
          const answer = await browser.get((await idp.authorize(location)).url.href);
          return { answer, session: await browser.session() };
        };
        await signIn();
        const { id = '' } = (await adapter.getUserByEmail('jane@x.example')) ?? {};

        // What `endAccess` and `revokeAll` store at an instance whose clock is ahead, or before it is set right.
        const at = new Date(Date.now() + HOUR);
        await adapter.endAccess({ userId: id, at });
        await registry.revokeUser({
          userId: id,
          before: at,
          expires: new Date(Date.now() + 24 * HOUR),
        });
        const { answer, session: shown } = await signIn();
        await app.close();
        await idp.close();

        expect(answer.location).not.toContain('error=');
        expect(shown?.user?.email).toBe('jane@x.example');
      },
    );
  },
);
