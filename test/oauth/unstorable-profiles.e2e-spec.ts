import { randomUUID } from 'node:crypto';
import { type Adapter, Credentials, OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { platforms, TestApp } from '../support/test-app.js';

const NUL = '\0';
const HALF = '\uD83D';
const PICTURE = `data:image/png;base64,${'A'.repeat(600_000)}`;

await describeStores((open) => {
  describe.each(platforms())('what a database cannot store, on %s', (platform) => {
    let opened: OpenStore;
    let app: TestApp;
    let idp: FakeOAuthServer;

    beforeAll(async () => {
      opened = await open();
      idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const authorize = ({ name }: { name?: string }) => ({
        id: randomUUID(),
        name: `${name}${NUL}`,
      });
      app = await TestApp.start({
        platform,
        config: {
          adapter: opened.store as Adapter,
          providers: [
            OIDC({
              id: 'idp',
              name: 'IdP',
              ...idp.client,
              // As a preset that fetches the photo itself.
              profile: ({ sub, name, hasPhoto }) => ({
                id: sub,
                name,
                image: hasPhoto === true ? PICTURE : null,
              }),
            }),
            Credentials({ credentials: { name: {} }, authorize }),
          ],
          fetch: idp.fetch,
        },
      });
    });
    afterAll(async () => {
      await app.close();
      await idp.close();
      await opened.close();
    });

    async function signIn(claims: Record<string, unknown>) {
      const browser = app.client();
      idp.claims = { sub: randomUUID(), ...claims };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      const response = await browser.get((await idp.authorize(location)).url.href);
      return { response, session: await browser.session() };
    }

    it.each([
      ['a NUL character', { name: `A${NUL}da` }],
      ['half of a character', { name: `Ada${HALF}` }],
      ['a picture of 600 kB', { name: 'Ada', hasPhoto: true }],
    ])('is left out of a profile: %s (HO3)', async (_, claims) => {
      const { session } = await signIn(claims);

      expect(session?.user).toMatchObject({ name: 'Ada' });
    });

    it('is left out of a name that authorize returned (HO3)', async () => {
      const browser = app.client();

      await browser.signIn('credentials', { name: 'Ada' });

      expect((await browser.session())?.user).toMatchObject({ name: 'Ada' });
    });

    it.each([
      ['a NUL character', `sub${NUL}${randomUUID()}`],
      ['half of a character', `${randomUUID()}${HALF}`],
    ])('refuses an id with %s, and says so (HO3)', async (_, sub) => {
      const { response, session } = await signIn({ sub });

      expect(response.location).toMatch(/error=/);
      expect(session).toBeNull();
      expect(app.logs.lines.join('\n')).toMatch(/no usable id: .* NUL character, or half/);
    });
  });
});
