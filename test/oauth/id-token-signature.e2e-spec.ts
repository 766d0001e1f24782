import { generateKeyPair } from 'jose';
import { OIDC } from '@authnest/core';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms)('ID tokens on %s', (platform) => {
  let provider: ScriptedProvider;
  let app: TestApp;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
    const { issuer } = provider;
    const idp = OIDC({
      id: 'idp',
      name: 'IdP',
      issuer,
      clientId: 'client',
      clientSecret: 'secret',
    });
    app = await TestApp.start({ platform, config: { providers: [idp] } });
  });

  afterEach(async () => {
    await app.close();
    await provider.close();
  });

  async function callback(browser: CheckedClient): Promise<string | undefined> {
    const started = await browser.signIn('idp', { callbackUrl: '/home' });
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    const answer = await browser.get(
      `/auth/callback/idp?${new URLSearchParams({ code: 'c', state })}`,
    );
    return answer.location;
  }

  it('sign in where the signature is the provider’s', async () => {
    const browser = app.client();
    provider.answerWith(() => provider.idToken('client'));

    expect(await callback(browser)).toBe(`${app.url}/home`);
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('B09 refuses one that another key signed, though it came from the token endpoint', async () => {
    const browser = app.client();
    const foreign = await generateKeyPair('RS256');
    provider.answerWith(() => provider.idToken('client', {}, foreign.privateKey));

    expect(await callback(browser)).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(await browser.session()).toBeNull();
    expect(provider.calls).not.toContain('/userinfo');
  });

  it('B09 refuses one with a flipped bit in its signature', async () => {
    const browser = app.client();
    provider.answerWith(async () => {
      const token = await provider.idToken('client');
      const at = token.lastIndexOf('.') + 10;
      return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    });

    expect(await callback(browser)).toContain('error=OAuthCallbackError');
    expect(await browser.session()).toBeNull();
  });

  it('B04 refuses one that was issued to another client', async () => {
    const browser = app.client();
    provider.answerWith(() => provider.idToken('somebody-else'));

    expect(await callback(browser)).toContain('error=OAuthCallbackError');
  });

  it('are never believed of a provider that publishes no keys', async () => {
    provider.answers['/.well-known/openid-configuration'] = () => ({
      json: { ...provider.metadata(), jwks_uri: undefined },
    });

    const started = await app.client().signIn('idp');

    expect(started.location).toBe(`${app.url}/auth/signin?error=Configuration`);
    expect(app.logs.types).toEqual(['OAuthSignInError']);
  });

  it('H05 sign in again once the provider has recovered, without a restart', async () => {
    const discovery = '/.well-known/openid-configuration';
    const honest = provider.answers[discovery];
    provider.answers[discovery] = () => ({ status: 500, json: {} });
    const refused = await app.client().signIn('idp');
    if (honest) provider.answers[discovery] = honest;
    provider.answerWith(() => provider.idToken('client'));

    expect(refused.location).toContain('/auth/signin?error=Configuration');
    expect(await callback(app.client())).toBe(`${app.url}/home`);
  });

  it('are fetched with one discovery for many sign-ins', async () => {
    await Promise.all(Array.from({ length: 20 }, () => app.client().signIn('idp')));

    expect(provider.calls.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });
});
