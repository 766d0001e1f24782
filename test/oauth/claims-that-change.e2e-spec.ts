import { randomUUID } from 'node:crypto';
import { BackchannelLogoutService, OIDC, type AuthConfig } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { TestApp } from '../support/test-app.js';

it.each<[string, Partial<AuthConfig>, object]>([
  ['nothing changes it', {}, {}],
  [
    'the `signIn` callback hides ids before it logs the profile',
    { callbacks: { signIn: ({ profile }) => ((profile ?? {}).sub = '***') === '***' } },
    {},
  ],
  [
    'the mapping writes into the profile',
    {},
    {
      profile: (profile: Record<string, string>) => (
        (profile['sub'] = `company:${profile['sub']}`),
        { id: profile['sub'] }
      ),
    },
  ],
])('a notice of the provider ends the session, if %s (ID27)', async (_, config, options) => {
  const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
  const app = await TestApp.start({
    platform: 'express',
    config: {
      adapter: new MemoryAdapter(),
      fetch: idp.fetch,
      providers: [
        OIDC({
          id: 'idp',
          name: 'IdP',
          ...idp.client,
          backchannelLogout: true,
          ...options,
        } as never),
      ],
      ...config,
    },
  });
  const sub = randomUUID();
  idp.claims = { sub, email: 'v@x.example' };
  const browser = app.client();
  const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
  await browser.get((await idp.authorize(location)).url.href);
  const before = (await browser.session()) !== null;
  await app.app.get(BackchannelLogoutService).end({ provider: 'idp', sub });
  const after = (await browser.session()) !== null;
  await app.close();
  await idp.close();
  expect({ before, after }).toEqual({ before: true, after: false });
});
