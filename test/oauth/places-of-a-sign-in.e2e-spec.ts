import { FakeOAuthServer } from '@authnest/testing';
import { plainOAuth } from '../support/plain-oauth.js';
import { platforms, TestApp } from '../support/test-app.js';
import { Rig } from './conformance/rig.js';

describe.each(platforms())('a callback without its cookie on %s', (platform) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { providers: [plainOAuth()] } });
  });
  afterAll(() => app.close());

  async function stateOf(headers: Record<string, string> = {}): Promise<string> {
    const { location = '' } = await app.client(headers).signIn('gh');
    return new URL(location).searchParams.get('state') ?? '';
  }

  async function reasonOf(state: string): Promise<string> {
    await app.client().get(`/auth/callback/gh?code=canary-code&state=${state}`);
    return app.logs.errors.at(-1)?.message ?? '';
  }

  it('logs both origins if the sign-in began at another one (U15)', async () => {
    const localhost = app.url.replace('127.0.0.1', 'localhost');

    const reason = await reasonOf(await stateOf({ host: new URL(localhost).host }));

    expect(reason).toContain('this browser has no sign-in in progress');
    expect(reason).toContain(
      `the sign-in began at ${localhost}, but the callback arrived at ${app.url},`,
    );
    expect(reason).not.toContain('canary');
  });

  it('logs the origin if the sign-in began and came back at the same one (U15)', async () => {
    expect(await reasonOf(await stateOf())).toContain(
      `the sign-in began at ${app.url}, and the callback arrived there too, so either the browser`,
    );
  });

  it.each(['a.example', `${'shop-'.repeat(10)}a.${'x'.repeat(20)}.example`])(
    'sends a state of letters and digits, as WeChat requires, from %s (RP1)',
    async (host) => {
      expect(await stateOf({ host })).toMatch(/^[0-9a-zA-Z]{64,128}$/);
    },
  );

  it('logs the origin of the callback if the state is not ours (U15)', async () => {
    expect(await reasonOf('canary-state')).toContain(`the callback arrived at ${app.url}, and its`);
  });
});

describe.each(platforms())('the parameter `iss` of a plain OAuth provider on %s', (platform) => {
  /** Tries a sign-in whose callback has a wrong `iss`. @returns whether it succeeds */
  async function takesWrongIss(known: (server: FakeOAuthServer) => object): Promise<boolean> {
    const server = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const { issuer, ...client } = server.client as { issuer: string };
    const urls = {
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
    };
    const gh = plainOAuth({ ...urls, ...client, ...known(server) });
    const rig = await Rig.start({ platform, others: () => [gh] }, server);
    server.callback = { iss: 'https://evil.test' };
    const { location = '' } = await rig.signIn(rig.client(), 'gh');
    await rig.close();
    await server.close();
    return !location.includes('error=');
  }

  it('is not compared if no issuer is known (U19)', async () => {
    expect(await takesWrongIss(() => ({}))).toBe(true);
  });

  it.each<[string, (server: FakeOAuthServer) => object]>([
    ['the issuer', ({ issuer }) => ({ issuer })],
    ['the metadata', ({ issuer }) => ({ wellKnown: `${issuer}/.well-known/openid-configuration` })],
  ])('is compared if the configuration names %s (U19)', async (_, known) => {
    expect(await takesWrongIss(known)).toBe(false);
  });
});
