import { jest } from '@jest/globals';
import { signInAtProvider, startIdentityProvider } from './index.js';
import { aClient, beginSignIn, signInAs } from './sign-in-with-openid-client.js';

describe('a demo identity provider with its own configuration', () => {
  const sub = 'r&d';
  const account = { sub, name: 'R & D', email: 'rd@example.com', email_verified: true };

  it('omits profile and email from the ID token if `conformIdTokenClaims` is set', async () => {
    const options = { clients: [aClient()], conformIdTokenClaims: true };
    const provider = await startIdentityProvider(options);

    const { claims, userinfo } = await signInAs(provider, 'ada-lovelace');
    await provider.close();

    expect(claims).not.toHaveProperty('email');
    expect(claims).not.toHaveProperty('name');
    expect(userinfo).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' });
  });

  it('signs in with the configured accounts', async () => {
    const accounts = [{ ...account, picture: 'https://example.com/rd.png' }];
    const provider = await startIdentityProvider({ accounts, clients: [aClient()] });

    const { claims } = await signInAs(provider, sub);
    await provider.close();

    expect(claims).toMatchObject(accounts[0] ?? {});
  });

  it('accepts authorization requests without PKCE if it is not required', async () => {
    const provider = await startIdentityProvider({ clients: [aClient()], requirePkce: false });
    const { authorizationUrl } = await beginSignIn(provider);
    authorizationUrl.searchParams.delete('code_challenge');
    authorizationUrl.searchParams.delete('code_challenge_method');

    const callback = await signInAtProvider({ authorizationUrl, sub: 'ada-lovelace' });
    await provider.close();

    expect(callback.searchParams.has('code')).toBe(true);
  });

  it('prints no development warning from start to sign-in', async () => {
    const spies = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'info')];
    const provider = await startIdentityProvider({ clients: [aClient()] });
    await signInAs(provider, 'ada-lovelace');
    await provider.close();

    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('frees its port immediately when it is closed, even if connections are open', async () => {
    const provider = await startIdentityProvider({ clients: [] });
    await fetch(provider.issuer);

    await provider.close();
    await provider.close();

    await expect(fetch(provider.issuer)).rejects.toThrow('fetch failed');
    const port = Number(new URL(provider.issuer).port);
    const next = await startIdentityProvider({ clients: [], port });
    expect(next.issuer).toBe(provider.issuer);
    await next.close();
  });

  it('rejects with EADDRINUSE if the port is in use', async () => {
    const first = await startIdentityProvider({ clients: [] });
    const port = Number(new URL(first.issuer).port);

    await expect(startIdentityProvider({ clients: [], port })).rejects.toThrow('EADDRINUSE');
    await first.close();
  });

  it('uses the host it listens on in its issuer', async () => {
    const provider = await startIdentityProvider({ clients: [aClient()], host: 'localhost' });

    const { claims } = await signInAs(provider, 'ada-lovelace');
    await provider.close();

    expect(provider.issuer).toMatch(/^http:\/\/localhost:\d+$/);
    expect(claims?.iss).toBe(provider.issuer);
  });
});
