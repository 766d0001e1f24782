import {
  type AdapterAccount,
  type AuthConfig,
  ProviderTokenRefused,
  ProviderTokensService,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authorize, CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('one-time refresh tokens of oidc-provider on %s', (platform) => {
  let provider: OidcProvider;
  let adapter: MemoryAdapter;
  let apps: TestApp[];
  let refreshed: number;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());
  beforeEach(() => {
    adapter = new MemoryAdapter();
    apps = [];
    refreshed = 0;
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
  });

  async function start(config: Partial<AuthConfig> = {}): Promise<TestApp> {
    const events: AuthConfig['events'] = { refreshTokens: () => void (refreshed += 1) };
    const providers = [provider.config('idp')];
    const app = await TestApp.start({
      platform,
      config: { adapter, providers, events, ...config },
    });
    apps.push(app);
    return app;
  }

  async function signIn(app: TestApp): Promise<void> {
    await provider.provider.addClient({
      client_id: 'client-idp',
      client_secret: CLIENT_SECRET,
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${app.url}/auth/callback/idp`],
    });
    const browser = app.client();
    const { location } = await browser.get(await authorize(browser, 'idp'));
    expect(location).toBe(`${app.url}/home`);
    await isDue();
  }

  async function account(): Promise<AdapterAccount> {
    const found = await adapter.getAccount('ada-lovelace', 'idp');
    if (!found) throw new Error('Ada has no account');
    return found;
  }

  const isDue = async () =>
    adapter.updateAccount({ provider: 'idp', providerAccountId: 'ada-lovelace', expires_at: 1 });
  const tokensOf = (app: TestApp) => app.app.get(ProviderTokensService);

  it('are used once for 200 callers in two instances, and the next refresh succeeds (J01)', async () => {
    const [one, other] = [await start(), await start()];
    await signIn(one);
    const { userId, refresh_token: first } = await account();
    const [of, at] = [tokensOf(one), tokensOf(other)];

    const calls = Array.from({ length: 200 }, (_, nth) =>
      (nth % 2 ? of : at).getAccessToken(userId, 'idp'),
    );
    const got = new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken));

    expect(refreshed).toBe(1);
    const { access_token, refresh_token: second } = await account();
    expect([...got]).toEqual([access_token]);
    expect(second).not.toBe(first);
    await isDue();
    const response = await at.fetch(userId, 'idp', `${provider.provider.issuer}/me`);
    expect(await response.json()).toMatchObject({ sub: 'ada-lovelace' });
    expect(refreshed).toBe(2);
  });

  it('end the grant if one is used twice, until the next sign-in (J03)', async () => {
    const app = await start();
    await signIn(app);
    const { userId, refresh_token: spent = '' } = await account();
    const tokens = tokensOf(app);
    await tokens.getAccessToken(userId, 'idp');
    await isDue();

    const reused = await fetch(`${provider.provider.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`client-idp:${CLIENT_SECRET}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: spent }),
    });

    expect(await reused.json()).toMatchObject({ error: 'invalid_grant' });
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);
    await signIn(app);
    expect((await tokens.getAccessToken(userId, 'idp')).scopes).toContain('openid');
    expect(refreshed).toBe(2);
  });
});
