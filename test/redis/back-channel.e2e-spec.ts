import { randomUUID } from 'node:crypto';
import type { AuthConfig } from '@authnest/core';
import { RedisSessionRegistry, withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { Redis } from 'ioredis';
import { SignOutRig } from '../logout/sign-out-rig.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const kinds: readonly [kind: string, config: (redis: Redis) => Partial<AuthConfig>][] = [
  [
    'stored',
    (redis) => ({
      adapter: withRedisSessions(new MemoryAdapter(), redis),
      session: { strategy: 'database' },
    }),
  ],
  [
    'stateless',
    (redis) => ({ session: { strategy: 'jwt', revocation: new RedisSessionRegistry(redis) } }),
  ],
];
const cases = platforms().flatMap((platform) =>
  kinds.map(([kind, config]) => [kind, platform, config] as const),
);

describeWith(redisProgram, 'a logout notice from the provider, with Redis', () => {
  describe.each(cases)('and %s sessions on %s', (_kind, platform, config) => {
    let server: OwnRedis;
    let redis: Redis;
    let rig: SignOutRig;

    beforeAll(async () => {
      server = await OwnRedis.start();
      redis = new Redis(server.url);
      rig = await SignOutRig.start(platform, {
        provider: { logout: false, backchannelLogout: true },
        config: config(redis),
      });
    });
    afterAll(async () => {
      await rig?.close();
      redis?.disconnect();
      await server?.remove();
    });

    async function signedIn(sid: string, sub: string): Promise<CheckedClient> {
      rig.server.claims = { sub, email: `${sub}@example.com` };
      rig.server.idToken = { claims: { sid } };
      return rig.signedIn();
    }

    it('ends the sessions that it names, and no others (J30)', async () => {
      const [sid, sub] = [randomUUID(), randomUUID()];
      const named = await signedIn(sid, sub);
      const ofPerson = await signedIn(randomUUID(), sub);
      const other = await signedIn(randomUUID(), randomUUID());
      const notify = async (claims: Record<string, string>) => {
        const form = { logout_token: await rig.server.signLogoutToken(claims) };
        return rig.app.client().post('/auth/backchannel-logout/idp', { form });
      };
      const isIn = async (browser: CheckedClient) => (await browser.session()) !== null;

      expect((await notify({ sid })).status).toBe(200);
      expect([await isIn(named), await isIn(ofPerson)]).toEqual([false, true]);

      expect((await notify({ sub })).status).toBe(200);
      expect([await isIn(ofPerson), await isIn(other)]).toEqual([false, true]);
      expect((await redis.keys('authnest:mark:*')).length).toBeGreaterThan(0);
    });
  });
});
