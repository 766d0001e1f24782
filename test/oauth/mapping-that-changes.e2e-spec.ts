import { randomUUID } from 'node:crypto';
import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { TestApp } from '../support/test-app.js';

it.each([
  [
    'returns another claim',
    (profile: Record<string, string>) => ({
      id: profile['sub'],
      email: profile['preferred_username'],
    }),
  ],
  [
    'writes it into the profile',
    (profile: Record<string, string>) => {
      profile['email'] = profile['preferred_username'] ?? '';
      return { id: profile['sub'], email: profile['email'] };
    },
  ],
])(
  '`email_verified` does not vouch for another claim, if a mapping %s (ID27)',
  async (_, profile) => {
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const adapter = new MemoryAdapter();
    const app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        fetch: idp.fetch,
        providers: [
          OIDC({
            id: 'idp',
            name: 'IdP',
            ...idp.client,
            profile: profile as never,
            allowDangerousEmailAccountLinking: true,
          }),
        ],
      },
    });
    const victim = await adapter.createUser({
      id: randomUUID(),
      email: 'victim@x.example',
      emailVerified: new Date(),
    });
    idp.claims = {
      sub: randomUUID(),
      email: 'attacker@evil.example',
      email_verified: true,
      preferred_username: 'victim@x.example', // users choose it
    };
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    const answer = await browser.get((await idp.authorize(location)).url.href);
    const accounts = await adapter.listAccountsByUserId(victim.id);
    await app.close();
    await idp.close();
    expect({ location: answer.location, accounts: accounts.length }).toEqual({
      location: expect.stringMatching(/OAuthAccountNotLinked/),
      accounts: 0,
    });
  },
);
