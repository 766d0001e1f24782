import {
  CurrentSession,
  OAuth,
  ProviderTokensService,
  type Session,
  SessionGuard,
  type SessionList,
  SessionService,
} from '@authnest/core';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { MapRegistry } from '../support/map-registry.js';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const ALICE = aUser({ id: '1', email: 'alice@example.com' });

@Controller('grants')
@UseGuards(SessionGuard)
class GrantsController {
  constructor(private readonly tokens: ProviderTokensService) {}

  @Get() list(@CurrentSession() session: Session) {
    return this.tokens.list({ ...session, user: { ...session.user } });
  }
}

const idp = OAuth({
  id: 'idp',
  name: 'Provider',
  clientId: 'client',
  clientSecret: 'client-secret-of-the-test',
  authorization: 'https://idp.example/authorize',
  token: 'https://idp.example/token',
  userinfo: 'https://idp.example/userinfo',
});

/** The first user of the application's own list has the id of the adapter's first user. */
function ownUsers(usersOfAdapter?: boolean) {
  return {
    ...credentials(),
    authorize: () => ({ id: '1', name: 'Mallory', email: 'mallory@example.com' }),
    ...(usersOfAdapter !== undefined && { usersOfAdapter }),
  };
}

async function withAlice(): Promise<MemoryAdapter> {
  const adapter = new MemoryAdapter();
  await adapter.createUser(ALICE);
  await adapter.linkAccount({
    userId: '1',
    provider: 'idp',
    providerAccountId: 'alice-at-idp',
    type: 'oauth',
    access_token: 'canary-token-of-alice',
  });
  return adapter;
}

describe.each(platforms())('users of an own list on %s', (platform) => {
  const start = async (
    strategy: 'jwt' | 'database',
    usersOfAdapter?: boolean,
    revocation?: MapRegistry,
  ) => {
    const adapter = await withAlice();
    const app = await TestApp.start({
      platform,
      config: {
        adapter,
        session: { strategy, ...(revocation && { revocation }) },
        providers: [ownUsers(usersOfAdapter), idp],
      },
      module: { controllers: [GrantsController] },
    });
    return { adapter, app };
  };

  it('are not the users of the adapter with their ids, with database sessions (ID3)', async () => {
    const { adapter, app } = await start('database');
    const browser = app.client();

    await browser.signIn('credentials', JANE);

    const token = browser.cookies.get('authjs.session-token') ?? '';
    const found = await adapter.getSessionAndUser(token);
    expect(found?.user).toMatchObject({ email: 'mallory@example.com' });
    expect(found?.user.id).not.toBe('1');
    await app.close();
  });

  it('are the users of the adapter if the provider says so', async () => {
    const { adapter, app } = await start('database', true);
    const browser = app.client();

    await browser.signIn('credentials', JANE);

    const token = browser.cookies.get('authjs.session-token') ?? '';
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe('1');
    await app.close();
  });

  it.each([
    [undefined, 401],
    [true, 200],
  ])('read provider tokens only with usersOfAdapter: %s (ID3)', async (usersOfAdapter, status) => {
    const { app } = await start('jwt', usersOfAdapter);
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    expect((await browser.get('/grants')).status).toBe(status);
    await app.close();
  });

  it('neither list nor end sessions of the user with their id (ID3)', async () => {
    const registry = new MapRegistry();
    const { app } = await start('jwt', undefined, registry);
    const expires = new Date(Date.now() + 3_600_000);
    const at = { createdAt: new Date(), lastUsedAt: new Date() };
    registry.record({ id: 'session-of-alice', userId: '1', expires, ...at });
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const listed = await browser.get('/auth/sessions');
    const { csrfToken } = (await browser.get('/auth/csrf')).json<{ csrfToken: string }>();
    await browser.post('/auth/sessions/revoke-all', { json: { csrfToken } });

    expect(listed.json<SessionList>().items).toHaveLength(1);
    expect(registry.list('1')).toHaveLength(1);
    await app.close();
  });

  it('are signed out by the id that the application passes (ID3)', async () => {
    const { app } = await start('jwt', undefined, new MapRegistry());
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    expect(await app.app.get(SessionService).revokeAll({ userId: '1' })).toBe(1);

    expect(await browser.session()).toBeNull();
    await app.close();
  });

  it('are named at the start, and a wrong option is refused (ID3)', async () => {
    const { app } = await start('jwt');
    expect(JSON.stringify(app.logs)).toContain('usersOfAdapter');
    await app.close();
    const wrong = { ...ownUsers(), usersOfAdapter: 'yes' as never };
    await expect(
      TestApp.start({ platform, config: { adapter: await withAlice(), providers: [wrong] } }),
    ).rejects.toThrow('usersOfAdapter');
  });
});
