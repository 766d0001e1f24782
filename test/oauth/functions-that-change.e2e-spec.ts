import { randomUUID } from 'node:crypto';
import {
  type AuthConfig,
  CurrentUser,
  OIDC,
  SessionGuard,
  type TokenSet,
  type User,
} from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { TestApp } from '../support/test-app.js';

@Controller('seen')
@UseGuards(SessionGuard)
class SeenController {
  @Get() seen(@CurrentUser() user: User) {
    return { id: user.id };
  }
}

describe('functions of the application that write into what they are given', () => {
  let adapter: MemoryAdapter;
  let idp: FakeOAuthServer;
  let app: TestApp;

  async function signIn(config: Partial<AuthConfig>, options: object) {
    adapter = new MemoryAdapter();
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const sub = randomUUID();
    idp.claims = { sub, email: 'jane@x.example', email_verified: true };
    const provider = { id: 'idp', name: 'IdP', ...idp.client, ...options } as never;
    app = await TestApp.start({
      platform: 'express',
      module: { controllers: [SeenController] },
      config: { adapter, fetch: idp.fetch, providers: [OIDC(provider)], ...config },
    });
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    await browser.get((await idp.authorize(location)).url.href);
    const user = await adapter.getUserByAccount({ provider: 'idp', providerAccountId: sub });
    return { browser, user };
  }

  afterEach(async () => {
    await app.close();
    await idp.close();
  });

  const wipe = (tokens: TokenSet): void => {
    for (const name of Object.keys(tokens)) delete tokens[name];
  };

  it.each<[string, object]>([
    ['account', { account: (tokens: TokenSet) => (wipe(tokens), {}) }],
    [
      'profile',
      {
        profile: ({ sub, email }: User & { sub: string }, tokens: TokenSet) => (
          wipe(tokens),
          { id: sub, email }
        ),
      },
    ],
    [
      'verifiedEmail',
      { verifiedEmail: (_: object, tokens: TokenSet) => (wipe(tokens), undefined) },
    ],
    [
      'userinfo.request',
      {
        idToken: false,
        userinfo: {
          request: ({ tokens }: { tokens: TokenSet }) => (wipe(tokens), { sub: idp.claims['sub'] }),
        },
      },
    ],
  ])('`%s` leaves the tokens that callbacks receive (ID27)', async (_, options) => {
    const seen: unknown[] = [];
    const signedIn = ({ account }: { account?: { access_token?: unknown } | null }) =>
      seen.push(account?.access_token) > 0;

    await signIn({ callbacks: { signIn: signedIn } }, options);

    expect(seen).toEqual([expect.any(String)]);
  });

  it.each(['jwt', 'database'] as const)(
    'the `session` callback leaves the user of the request, with %s sessions (ID27)',
    async (strategy) => {
      const session: NonNullable<AuthConfig['callbacks']>['session'] = (params) => {
        for (const one of [params.user, params.token, params.session.user]) {
          if (one) Object.assign(one, { id: 'hidden', sub: 'hidden' });
        }
        return params.session;
      };
      const { browser, user } = await signIn({ session: { strategy }, callbacks: { session } }, {});

      expect((await browser.get('/seen')).json()).toEqual({ id: user?.id });
    },
  );

  it('the `jwt` callback leaves user and account of the sign-in (ID27)', async () => {
    const heard: unknown[] = [];
    const { user } = await signIn(
      {
        session: { strategy: 'jwt' },
        callbacks: {
          jwt: ({ token, user: given, account }) => {
            if (given) given.id = 'hidden';
            if (account) account.provider = 'hidden';
            return token;
          },
        },
        events: { signIn: ({ user: one, account }) => heard.push([one.id, account?.provider]) },
      },
      {},
    );

    expect(heard).toEqual([[user?.id, 'idp']]);
  });
});
