import { OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { freePort } from '../support/free-port.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('a provider with another address for browsers on %s', (platform) => {
  let server: FakeOAuthServer;
  let issuer: string;

  beforeAll(async () => {
    // The address of the browser, at which the application reaches nothing.
    issuer = `http://localhost:${await freePort()}/realms/shop`;
    server = await FakeOAuthServer.start({ issuer });
  });
  afterAll(() => server.close());

  const start = (own: object): Promise<TestApp> =>
    TestApp.start({
      platform,
      config: { providers: [OIDC({ id: 'idp', name: 'IdP', ...server.client, ...own })] },
    });

  it('signs in with a `fetch` that uses the address of the application (RP15)', async () => {
    const app = await start({ fetch: server.fetch });
    const browser = app.client();

    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    const { url } = await server.authorize(location);
    const { location: end } = await browser.get(url.pathname + url.search);
    await app.close();

    expect(location).toMatch(new RegExp(`^${issuer}/`));
    expect(end).toBe(`${app.url}/home`);
  });

  it('has a log that names the option if it is not reached (RP15)', async () => {
    const app = await start({});

    await app.client().signIn('idp');
    await app.close();

    expect(app.logs.lines.join()).toMatch(
      /could not be reached; if this application runs in a container, .*`fetch`/,
    );
  });
});
