import type { JwtParams } from '@authnest/core';
import { authorize, OidcProvider } from '../support/oidc.js';
import { MeController } from '../support/signed-out.js';
import { platforms, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const PAGES = ['signin', 'signout', 'error', 'verify-request'] as const;
const module = { controllers: [MeController] };

describe.each(platforms())('response bodies on %s', (platform) => {
  it('contain no provider token and no value of a sealed cookie (A45)', async () => {
    const idp = await OidcProvider.start();
    const store = await WatchedStore.open('memory');
    const config = { adapter: store.adapter, providers: [idp.config('idp')] };
    const app = await TestApp.start({ platform, config, module });
    await idp.register(app, 'idp');
    const ada = app.client();
    await ada.get(await authorize(ada, 'idp'));
    await ada.signIn('idp', { callbackUrl: '/again' });
    const account = await store.real.getAccount('ada-lovelace', 'idp');
    const cookies = [...ada.cookies].filter(([name]) => !/csrf|callback/.test(name));
    const secrets = [
      account?.access_token,
      account?.id_token,
      ...cookies.map(([, value]) => value),
    ];

    const paths = ['session', 'providers', 'csrf', ...PAGES].map((name) => `/auth/${name}`);
    for (const path of [...paths, '/me']) {
      const { text, status } = await ada.get(path, { accept: 'text/html,application/json' });
      expect(status).toBe(200);
      for (const secret of secrets) {
        expect(secret?.length).toBeGreaterThan(20);
        expect(text).not.toContain(secret);
      }
    }
    await app.close();
    await idp.close();
  });

  it('contain no provider token, even if the jwt callback stores it (A45)', async () => {
    const idp = await OidcProvider.start();
    const kept: (string | undefined)[] = [];
    const jwt = ({ token, account }: JwtParams) => {
      if (!account) return token;
      kept.push(account.access_token, account.id_token);
      return { ...token, access_token: account.access_token };
    };
    const config = { providers: [idp.config('idp')], callbacks: { jwt } };
    const app = await TestApp.start({ platform, config, module });
    await idp.register(app, 'idp');
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));

    expect(kept.filter(Boolean)).toHaveLength(2);
    for (const path of ['/auth/session', '/auth/signout', '/auth/signin', '/me']) {
      const { text } = await browser.get(path);
      for (const secret of kept) expect(text).not.toContain(secret);
    }
    await app.close();
    await idp.close();
  });
});
