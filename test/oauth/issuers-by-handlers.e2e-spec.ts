import { type AuthConfig, OAuth } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

const adapter = new MemoryAdapter();

/** The same product on the servers of two companies, called by handlers. */
function company(name: string): AuthConfig {
  const at = `https://git.${name}.example`;
  return {
    tenant: name,
    adapter,
    secret: 'a secret that is long enough for everything here',
    trustHost: true,
    providers: [
      OAuth<{ id: number; name: string }>({
        id: 'git',
        name: 'Git',
        clientId: 'x',
        clientSecret: 'y',
        authorization: `${at}/oauth/authorize`,
        token: { request: async () => ({ tokens: { access_token: name, token_type: 'bearer' } }) },
        userinfo: { request: async () => ({ id: 1, name: `first of ${name}` }) },
        profile: ({ id, name: full }) => ({
          id: String(id),
          name: full,
          email: `${full.replaceAll(' ', '.')}@x.example`,
        }),
      }),
    ],
  } as AuthConfig;
}
const tenants = new Map([
  ['acme.example', company('acme')],
  ['beta.example', company('beta')],
]);

describe.each(platforms())('one provider id at two tenants with handlers, on %s', (platform) => {
  it('is refused on one adapter (BT17)', async () => {
    const app = await TestApp.start({
      platform,
      input: ((request: { host: string }) => tenants.get(request.host)) as never,
    });
    const signIn = async (host: string) => {
      const browser = app.client({ host });
      const { location = '' } = await browser.signIn('git', { callbackUrl: '/' });
      const { searchParams } = new URL(location, 'http://x');
      const state = searchParams.get('state') ?? '';
      const { location: end } = await browser.get(`/auth/callback/git?code=c&state=${state}`);
      return { location, end, session: await browser.session() };
    };
    const one = await signIn('acme.example');
    const other = await signIn('beta.example').catch(String);
    await app.close();

    expect(JSON.stringify(one)).toContain('first of acme');
    expect(JSON.stringify(other)).not.toContain('first of acme');
  });
});
