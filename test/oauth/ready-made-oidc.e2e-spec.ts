import type { Provider } from '@authnest/core';
import { Descope, Google, LINE, LinkedIn, Okta, Slack, Twitch } from '@authnest/providers';
import { FakeOAuthServer } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

const CLIENT = { clientId: 'client-1', clientSecret: 'canary-secret-of-32-characters-02' };

interface Story {
  readonly id: string;
  readonly provider: Provider;
  readonly issuer: string;
  /** What is particular about the provider. */
  readonly script?: (server: FakeOAuthServer) => void;
}

const STORIES: readonly Story[] = [
  { id: 'google', provider: Google(CLIENT), issuer: 'https://accounts.google.com' },
  { id: 'linkedin', provider: LinkedIn(CLIENT), issuer: 'https://www.linkedin.com/oauth' },
  { id: 'slack', provider: Slack(CLIENT), issuer: 'https://slack.com' },
  { id: 'descope', provider: Descope(CLIENT), issuer: 'https://api.descope.com/client-1' },
  {
    id: 'okta',
    provider: Okta({ ...CLIENT, issuer: 'https://ada.okta.example/oauth2/default' }),
    issuer: 'https://ada.okta.example/oauth2/default',
  },
  {
    id: 'line',
    provider: LINE(CLIENT),
    issuer: 'https://access.line.me',
    script: (server) => server.signWith('HS256'),
  },
  {
    id: 'twitch',
    provider: Twitch(CLIENT),
    issuer: 'https://id.twitch.tv/oauth2',
    script: (server) => (server.tokens = { scope: ['openid', 'user:read:email'] }),
  },
];

describe.each(platforms)('ready-made OpenID providers on %s', (platform) => {
  const onTestEnd: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of onTestEnd.splice(0).reverse()) await end();
  });

  it.each(STORIES)('$id signs in', async ({ id, provider, issuer, script }) => {
    const server = await FakeOAuthServer.start({ ...CLIENT, issuer });
    onTestEnd.push(() => server.close());
    script?.(server);
    const config = { providers: [provider], fetch: server.fetch };
    const app = await TestApp.start({ platform, config });
    onTestEnd.push(() => app.close());
    const browser = app.client();

    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    const { url } = await server.authorize(location);
    const callback = await browser.get(url.pathname + url.search);

    expect(callback.location).toBe(`${app.url}/home`);
    expect(await browser.session()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    });
  });
});
