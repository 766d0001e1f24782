import { ProviderTokensService } from '@authnest/core';
import { GitHub } from '@authnest/providers';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

const CLIENT = { clientId: 'client-1', clientSecret: 'canary-secret-6620' };

describe.each(platforms())('refreshing tokens of GitHub on %s', (platform) => {
  let app: TestApp;
  afterEach(() => app.close());

  it('marks a token that GitHub refuses with status 200, and does not send it again (J06)', async () => {
    const adapter = new MemoryAdapter();
    const { id } = await adapter.createUser(aUser());
    const key = { provider: 'github', providerAccountId: '1' };
    const expired = { access_token: 'a', refresh_token: 'ghr_1', expires_at: 1 };
    await adapter.linkAccount({ ...key, ...expired, type: 'oauth', userId: id });
    const sent: unknown[] = [];
    const lost: unknown[] = [];
    const provider = GitHub({
      ...CLIENT,
      fetch: (_, init) => {
        sent.push(init?.method);
        return Promise.resolve(Response.json({ error: 'bad_refresh_token' }));
      },
    });
    const events = { loseTokens: ({ reason }: { reason: string }) => void lost.push(reason) };
    app = await TestApp.start({ platform, config: { adapter, events, providers: [provider] } });
    const tokens = app.app.get(ProviderTokensService);

    for (const _ of [1, 2, 3]) {
      const failed = await tokens.getAccessToken(id, 'github').catch((error: unknown) => error);
      expect(failed).toMatchObject({ type: 'ProviderTokenRefused', error: 'invalid_grant' });
    }

    expect(sent).toEqual(['POST']);
    expect(lost).toEqual(['refused']);
    expect(await adapter.getAccount('1', 'github')).toMatchObject({
      refresh_token: 'ghr_1',
      refreshRefusedAt: expect.any(Date) as unknown,
    });
  });
});
