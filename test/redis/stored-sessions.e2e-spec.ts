import type {
  Adapter,
  AdapterSession,
  AdapterUser,
  AddressProof,
  Registration,
} from '@authnest/core';
import { RedisSessionRegistry, withRedisChallenges, withRedisSessions } from '@authnest/redis';
import { aSession, aUser, MemoryAdapter } from '@authnest/testing';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { BetweenCalls } from '../support/between-calls.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const DAY_S = 24 * 60 * 60;

/** An adapter with sessions in Redis and every operation of `MemoryAdapter`. */
type Whole = MemoryAdapter & Adapter;

describeWith(redisProgram, 'withRedisSessions', () => {
  let server: OwnRedis;
  let client: Redis;
  let users: MemoryAdapter;
  let adapter: Whole;
  let jane: AdapterUser;

  const wrapped = (inner: Adapter, redis = client) => withRedisSessions(inner, redis) as Whole;
  const sessionOf = ({ id: userId }: AdapterUser, more: Partial<AdapterSession> = {}) =>
    aSession({ userId, expires: new Date(Date.now() + DAY_S * 1000), ...more });

  beforeAll(async () => {
    Logger.overrideLogger(false); // a stopped clock would be logged as wrong
    server = await OwnRedis.start();
    client = new Redis(server.url);
  });
  beforeEach(async () => {
    await client.flushall();
    users = new MemoryAdapter();
    adapter = wrapped(users);
    jane = await users.createUser(aUser());
  });
  afterEach(() => startClock());
  afterAll(async () => {
    client?.disconnect();
    await server?.remove();
  });

  const proofOf = ({ id, email }: AdapterUser) => ({ id, email, emailVerified: new Date() });
  const inADay = () => new Date(Date.now() + DAY_S * 1000);

  /** Returns the commands that Redis runs during some work, each with the number of calls. */
  async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
    await client.config('RESETSTAT');
    await work();
    const statistics = await client.info('commandstats');
    const ran = [...statistics.matchAll(/^cmdstat_(.+?):calls=(\d+)/gm)];
    return ran
      .filter(([, name = '']) => !name.startsWith('config'))
      .map(([, name, calls]) => `${name} ${calls}`);
  }

  it('lists a session that is given a new token meanwhile (LT14)', async () => {
    const calls = new BetweenCalls();
    const watched = wrapped(users, calls.watch(client));
    for (let n = 1, isDone = true; isDone; n += 1) {
      const before = await adapter.createSession(sessionOf(jane));
      const renew = async () => {
        await adapter.createSession(sessionOf(jane));
        await adapter.deleteSession(before.sessionToken);
      };
      let listed: AdapterSession[] = [];
      const work = async () => void (listed = await watched.listSessionsByUserId(jane.id));
      isDone = await calls.interrupt(n, renew, { work });
      expect(listed).not.toEqual([]);
      await adapter.deleteSessionsByUserId(jane.id);
    }
  });

  it('ends a session with all others that is given a new token meanwhile (LT14)', async () => {
    const calls = new BetweenCalls();
    const watched = wrapped(users, calls.watch(client));
    for (let n = 1, isDone = true; isDone; n += 1) {
      const before = await adapter.createSession(sessionOf(jane));
      const renew = async () => {
        await adapter.createSession(sessionOf(jane));
        await adapter.deleteSession(before.sessionToken);
      };
      const work = () => watched.deleteSessionsByUserId(jane.id);
      isDone = await calls.interrupt(n, renew, { work });
      expect(await adapter.listSessionsByUserId(jane.id)).toEqual([]);
    }
  });

  it('a guarded request runs one command, and reads the user from the other adapter', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    const commands = await commandsOf(() => adapter.getSessionAndUser(sessionToken));

    expect(commands).toEqual(['hgetall 1']);
    await users.updateUser({ id: jane.id, name: 'Renamed' });
    expect((await adapter.getSessionAndUser(sessionToken))?.user.name).toBe('Renamed');
  });

  it('no session is stored in the other adapter', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    expect(await users.getSessionAndUser(sessionToken)).toBeNull();
    expect(await users.listSessionsByUserId(jane.id)).toEqual([]);
  });

  it('a user who was deleted in the other adapter has no session', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    await users.deleteUser(jane.id);

    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
  });

  it('every member of a session is stored unchanged', async () => {
    const session = sessionOf(jane, {
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      lastUsedAt: null,
      userAgent: '@17 "Firefox"\\ ✓',
      provider: undefined,
    });

    await adapter.createSession(session);

    const found = await adapter.getSessionAndUser(session.sessionToken);
    const { provider: _, ...stored } = session;
    expect(found?.session).toStrictEqual(stored);
  });

  it('Redis removes a session and its index entries a day after the session expires', async () => {
    const session = sessionOf(jane, { providerSession: 's', providerSubject: 'p' });
    await adapter.createSession(session);

    const keys = await client.keys('*');

    expect(keys).toHaveLength(4);
    for (const key of keys) {
      const life = await client.pttl(key);
      expect(Math.abs(life - 2 * DAY_S * 1000)).toBeLessThan(60_000);
    }
  });

  it('extending a session also extends the lifetime of its index entries', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));
    const expires = new Date(Date.now() + 30 * DAY_S * 1000);

    await adapter.updateSession({ sessionToken, expires });

    for (const key of await client.keys('*')) {
      expect(await client.pttl(key)).toBeGreaterThan(30 * DAY_S * 1000);
    }
  });

  it('a session that ends earlier does not shorten the lifetime of the index entries', async () => {
    const expires = new Date(Date.now() + 30 * DAY_S * 1000);
    const owner = { providerSession: 's', providerSubject: 'p' };
    await adapter.createSession(sessionOf(jane, { ...owner, expires }));

    await adapter.createSession(sessionOf(jane, owner));

    for (const key of await client.keys('authnest:*-index:*')) {
      expect(await client.pttl(key)).toBeGreaterThan(30 * DAY_S * 1000);
    }
  });

  it('a change that does not extend the session runs one command', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    const commands = await commandsOf(() =>
      adapter.updateSession({ sessionToken, lastUsedAt: new Date() }),
    );

    expect(commands.filter((name) => name.startsWith('eval'))).toEqual(['eval 1']);
  });

  it('a change to a session that does not exist stores nothing', async () => {
    const changes = [{ lastUsedAt: new Date() }, { expires: new Date() }, {}];
    const change = (patch: object) => adapter.updateSession({ sessionToken: 'gone', ...patch });

    expect(await Promise.all(changes.map(change))).toEqual([null, null, null]);
    expect(await client.keys('*')).toEqual([]);
  });

  it('a change does not give a session to another user', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));
    const { id: userId } = await users.createUser(aUser());

    await adapter.updateSession({ sessionToken, userId, lastUsedAt: new Date() });
    await adapter.updateSession({ sessionToken, userId, expires: new Date(Date.now() + 60_000) });

    expect((await adapter.getSessionAndUser(sessionToken))?.user.id).toBe(jane.id);
  });

  it('index entries of ended sessions are removed when a session begins', async () => {
    stopClock();
    await adapter.createSession(sessionOf(jane, { expires: new Date(Date.now() - 1) }));
    await client.zadd(`authnest:user-index:${jane.id}`, 1, 'tof-long-ago');

    await adapter.createSession(sessionOf(jane));

    expect(await client.zcard(`authnest:user-index:${jane.id}`)).toBe(2);
  });

  it('an index entry lists and ends nothing if it has no session or the session of another user', async () => {
    const otto = await users.createUser(aUser());
    const { sessionToken } = await adapter.createSession(sessionOf(otto));
    const index = `authnest:user-index:${jane.id}`;
    await client.zadd(index, Date.now() + 60_000, `t${sessionToken}`, Date.now() + 60_000, 'tgone');

    expect(await adapter.listSessionsByUserId(jane.id)).toEqual([]);
    expect(await adapter.deleteSessionsByUserId(jane.id)).toBe(0);

    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull();
  });

  it('of 20 callers that delete a session, exactly one receives it', async () => {
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    const ended = await Promise.all(
      Array.from({ length: 20 }, () => adapter.deleteSession(sessionToken)),
    );

    expect(ended.filter((session) => session !== null)).toHaveLength(1);
    expect(await client.keys('*')).toEqual([]);
  });

  it('a session that is stored while all are deleted is either listed or does not exist', async () => {
    for (let round = 0; round < 50; round += 1) {
      const session = sessionOf(jane);
      await Promise.all([
        adapter.createSession(session),
        adapter.deleteSessionsByUserId(jane.id),
        adapter.deleteSessionsByUserId(jane.id),
      ]);

      const found = await adapter.getSessionAndUser(session.sessionToken);
      const listed = await adapter.listSessionsByUserId(jane.id);
      expect(listed).toHaveLength(found ? 1 : 0);
      await adapter.deleteSessionsByUserId(jane.id);
    }
  });

  it('a spent value is kept for a day after it expires, whatever a later caller names', async () => {
    const key = 'one';
    const expires = new Date(Date.now() + 30 * DAY_S * 1000);
    expect(await adapter.spendOnce({ key, expires })).toBe(true);
    const [kept = ''] = await client.keys('authnest:spent:*');
    const [before, stored] = [await client.pexpiretime(kept), await client.get(kept)];

    expect(await adapter.spendOnce({ key, expires: new Date() })).toBe(false);

    expect(Math.abs(before - expires.getTime() - DAY_S * 1000)).toBeLessThan(60_000);
    expect([await client.pexpiretime(kept), await client.get(kept)]).toEqual([before, stored]);
  });

  it('a challenge is removed at its expiry, also after it was tried', async () => {
    const expires = new Date(Date.now() + 15 * 60_000);
    await adapter.createChallenge({
      id: 'one',
      purpose: 'reset',
      subject: null,
      data: 'sealed',
      attempts: 0,
      expires,
    });
    await adapter.tryChallenge({ id: 'one', attempts: 5 });
    const end = await client.pexpiretime('authnest:challenge:one');

    expect(Math.abs(end - expires.getTime())).toBeLessThan(1000);
    await adapter.takeChallenge('one');
    expect(await client.exists('authnest:challenge:one')).toBe(0);
  });

  it('withRedisChallenges keeps challenges in Redis, and nothing else', async () => {
    Object.assign(users, { takeChallenge: undefined, tryChallenge: undefined });
    const apart = withRedisChallenges(users, client) as Whole;
    await apart.createSession(sessionOf(jane));
    await apart.createChallenge({
      id: 'one',
      purpose: 'reset',
      subject: null,
      data: 'sealed',
      attempts: 0,
      expires: inADay(),
    });

    expect(await client.keys('*')).toEqual(['authnest:challenge:one']);
    expect(await users.listSessionsByUserId(jane.id)).toHaveLength(1);
    expect(apart.columns).toEqual(users.columns);
    expect((await apart.takeChallenge('one'))?.data).toBe('sealed');
  });

  it('a challenge that cannot be read is gone, and is not an error (DT28)', async () => {
    await client.hset('authnest:challenge:odd', { id: '"odd"', attempts: '0', expires: '@x' });

    expect(await adapter.tryChallenge({ id: 'odd', attempts: 5 })).toBeNull();
    expect(await adapter.takeChallenge('odd')).toBeNull();
  });

  it('two adapters with different prefixes share no sessions', async () => {
    const apart = withRedisSessions(users, client, { prefix: 'shop:' }) as Whole;
    const { sessionToken } = await apart.createSession(sessionOf(jane));

    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
    expect(await adapter.listSessionsByUserId(jane.id)).toEqual([]);
  });

  describe('a proof of an address during which the process dies', () => {
    beforeEach(async () => {
      jane = await users.createUser(aUser({ emailVerified: null }));
    });

    const dying = (proves: boolean) =>
      wrapped(
        Object.assign(Object.create(users) as MemoryAdapter, {
          proveUser: async (proof: AddressProof) => {
            if (proves) await users.proveUser(proof);
            throw new Error('the process dies');
          },
        }),
      );

    it('has already ended the earlier sessions (A26)', async () => {
      const { sessionToken } = await adapter.createSession(sessionOf(jane));
      const proof = proofOf(jane);

      await expect(dying(true).proveUser(proof)).rejects.toThrow('the process dies');

      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
    });

    it('prevents new sessions for a minute, since the proof might have been stored (V1, DT24)', async () => {
      const proof = proofOf(jane);
      await expect(dying(false).proveUser(proof)).rejects.toThrow('the process dies');

      expect(await adapter.addToUser({ user: jane, session: sessionOf(jane) })).toBe(false);
      await expect(adapter.createSession(sessionOf(jane))).rejects.toThrow('is being proven');

      expect(await adapter.listSessionsByUserId(jane.id)).toEqual([]);
      const life = await client.pttl(`authnest:user-index:${jane.id}`);
      expect(life).toBeGreaterThan(50_000);
      expect(life).toBeLessThanOrEqual(60_000);
    });
  });

  describe('a proof of the address of a user who is being registered', () => {
    /** Registers a stranger, and runs this between the writes to the two stores. */
    const registerDuring = async (meanwhile: (user: AdapterUser) => Promise<unknown>) => {
      const slow = Object.assign(Object.create(users) as MemoryAdapter, {
        registerUser: async (registration: Registration) => {
          const user = await users.registerUser(registration);
          if (user) await meanwhile(user);
          return user;
        },
      });
      const user = aUser({ emailVerified: null });
      const { userId: _userId, ...session } = sessionOf(user);
      const account = { type: 'oidc', provider: 'idp', providerAccountId: 'stranger' } as const;
      const registered = await wrapped(slow).registerUser({ user, account, session });
      return { registered, email: user.email, ...session };
    };

    it('leaves the stranger neither session nor account (A26)', async () => {
      const { registered, email, sessionToken } = await registerDuring((user) =>
        adapter.proveUser(proofOf(user)),
      );

      expect(registered).toBeNull();
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      const owner = await users.getUserByEmail(email);
      expect(owner?.emailVerified).toBeInstanceOf(Date);
      expect(await adapter.listSessionsByUserId(owner?.id ?? '')).toEqual([]);
      expect(await users.listAccountsByUserId(owner?.id ?? '')).toEqual([]);
    });

    it('registers no stranger while it has not ended, and the owner can sign in then (A26)', async () => {
      let end = (): void => undefined;
      let proving: Promise<unknown> | undefined;
      const proves = Object.assign(Object.create(users) as MemoryAdapter, {
        proveUser: async (proof: AddressProof) => {
          const user = await users.proveUser(proof);
          await new Promise<void>((resolve) => (end = resolve));
          return user;
        },
      });
      const { registered, email, sessionToken } = await registerDuring(async (user) => {
        proving = wrapped(proves).proveUser(proofOf(user));
        await until('the address is proven', async () =>
          Boolean((await users.getUser(user.id))?.emailVerified),
        );
      });
      end();
      await proving;

      expect(registered).toBeNull();
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      const owner = (await users.getUserByEmail(email)) ?? jane;
      expect(await adapter.addToUser({ user: owner, session: sessionOf(owner) })).toBe(true);
    });

    it('leaves no session if the user cannot be read again (A26)', async () => {
      const failing = Object.assign(Object.create(users) as MemoryAdapter, {
        getUser: () => Promise.reject(new Error('the store is down')),
      });
      const user = aUser({ emailVerified: null });
      const { userId: _userId, ...session } = sessionOf(user);

      const registered = wrapped(failing).registerUser({ user, session });

      await expect(registered).rejects.toThrow('the store is down');
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    });
  });

  it('a proof ends a session of which only the first write was done when it began (A26)', async () => {
    jane = await users.createUser(aUser({ emailVerified: null }));
    const { sessionToken } = await adapter.createSession(sessionOf(jane));
    const key = `authnest:stored:${sessionToken}`;
    const fields = await client.hgetall(key);
    await client.del(key);
    const proves = Object.assign(Object.create(users) as MemoryAdapter, {
      proveUser: async (proof: AddressProof) => {
        await client.hset(key, fields);
        return users.proveUser(proof);
      },
    });

    const proof = proofOf(jane);
    expect(await wrapped(proves).proveUser(proof)).not.toBeNull();

    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
  });

  it('a proof that keeps access keeps the sessions, and one of another address too (AT3)', async () => {
    jane = await users.createUser(aUser({ emailVerified: null }));
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    const ofAnother = { ...proofOf(jane), email: 'another@x.example' };
    expect(await adapter.proveUser(ofAnother)).toBeNull();
    expect(await adapter.proveUser({ ...ofAnother, keepsAccess: true })).toBeNull();
    expect(await adapter.proveUser({ ...proofOf(jane), keepsAccess: true })).not.toBeNull();

    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull();
  });

  it('lists and ends the other sessions if one cannot be read (DT28)', async () => {
    const kept = await adapter.createSession(sessionOf(jane));
    const tokens = [];
    for (const odd of ['not JSON', '@soon']) {
      const { sessionToken } = await adapter.createSession(sessionOf(jane));
      await client.hset(`authnest:stored:${sessionToken}`, 'expires', odd);
      tokens.push(sessionToken);
    }

    expect(await adapter.getSessionAndUser(tokens[0] ?? '')).toBeNull();
    expect((await adapter.listSessionsByUserId(jane.id)).map((one) => one.sessionToken)).toEqual([
      kept.sessionToken,
    ]);
    expect(await adapter.deleteSessionsByUserId(jane.id)).toBe(1);
    for (const token of tokens) expect(await client.exists(`authnest:stored:${token}`)).toBe(0);
  });

  it('reads nothing of another application whose prefix begins with this one (DT28)', async () => {
    const outer = withRedisSessions(users, client, { prefix: 'i:' }) as Whole;
    const inner = withRedisSessions(users, client, { prefix: 'i:stored:' }) as Whole;
    const registry = new RedisSessionRegistry(client, { prefix: 'i:stored-of-' });
    const { sessionToken } = await inner.createSession(sessionOf(jane));
    await registry.revokeUser({ userId: jane.id, before: new Date(), expires: inADay() });

    for (const token of [`stored:${sessionToken}`, `user-index:${jane.id}`, `ended:a`]) {
      expect(await outer.getSessionAndUser(token)).toBeNull();
    }
    await outer.createSession(sessionOf(jane));
    expect(await outer.listSessionsByUserId(jane.id)).toHaveLength(1);
    for (const odd of ['a:b', 'a%3Ab', 'a%b']) {
      await outer.createSession(sessionOf(jane, { sessionToken: odd }));
    }
    expect((await outer.getSessionAndUser('a:b'))?.session.sessionToken).toBe('a:b');
    expect(await outer.listSessionsByUserId(jane.id)).toHaveLength(4);
  });

  it('a completed proof leaves no entry that prevents new sessions', async () => {
    jane = await users.createUser(aUser({ emailVerified: null }));

    await adapter.proveUser(proofOf(jane));
    await adapter.createSession(sessionOf(jane));

    expect(await adapter.listSessionsByUserId(jane.id)).toHaveLength(1);
  });

  it('has the `store` of the other adapter, and the `columns` of both', () => {
    const narrow = new MemoryAdapter({ columns: ['accounts.tokenVersion'] });

    const { store, columns } = wrapped(narrow);

    expect(store).toBe(narrow);
    expect(columns).toEqual(
      expect.arrayContaining(['accounts.tokenVersion', 'sessions.createdAt', 'sessions.address']),
    );
    expect(columns).not.toContain('accounts.emailVerified');
  });

  it('has no operation that depends on one missing from the other adapter', () => {
    const { getUser, getUserByEmail } = users;

    const narrow = withRedisSessions({ getUser, getUserByEmail }, client);

    expect(narrow.registerUser ?? narrow.addToUser ?? narrow.proveUser).toBeUndefined();
    expect(narrow.deleteUser ?? narrow.createUser).toBeUndefined();
    expect(typeof narrow.createSession).toBe('function');
  });

  describe('with a connection that can be broken', () => {
    let proxy: TcpProxy;
    let broken: Redis;
    let far: Whole;

    beforeEach(async () => {
      const url = new URL(server.url);
      proxy = await TcpProxy.before(url);
      broken = new Redis(proxy.urlOf(url));
      broken.on('error', () => {});
      far = wrapped(users, broken);
      await broken.ping();
    });
    afterEach(async () => {
      broken?.disconnect();
      await proxy?.close();
    });

    it('a session is stored by the repeated command if the first response was lost', async () => {
      const { userId: _, ...session } = sessionOf(jane);

      const registered = far.registerUser({ user: aUser(), session });
      proxy.cutResponses();

      expect(await registered).not.toBeNull();
      expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull();
    });

    it('a one-time value is used up by its caller alone, even if the response was lost', async () => {
      const value = { key: 'one', expires: new Date(Date.now() + 60_000) };

      const spent = far.spendOnce(value);
      proxy.cutResponses();

      expect(await spent).toBe(true);
      expect(await adapter.spendOnce(value)).toBe(false);
    });

    it('a challenge is stored and taken once if the first response was lost', async () => {
      const expires = new Date(Date.now() + 60_000);
      const challenge = {
        id: 'one',
        purpose: 'reset',
        subject: null,
        data: 'sealed',
        attempts: 0,
        expires,
      };

      const created = far.createChallenge(challenge);
      proxy.cutResponses();
      await created;

      await expect(adapter.createChallenge(challenge)).rejects.toThrow('taken');
      expect(await adapter.takeChallenge('one')).toEqual(challenge);
      expect(await far.takeChallenge('one')).toBeNull();
    });

    it('the longest of several time limits applies, since modules may share an adapter', async () => {
      far.limitTime?.(60_000);
      far.limitTime?.(1);
      proxy.hold();
      const begun = performance.now();
      const found = far.getSessionAndUser('unknown').catch((error: Error) => error.message);
      await until('the shorter time has passed', () => performance.now() - begun > 10);

      proxy.release();

      expect(await found).toBeNull();
    });

    it('no command follows one whose response is too late, so that nobody is registered', async () => {
      far.limitTime?.(100);
      proxy.hold();
      const { userId: _, ...session } = sessionOf(jane);
      const user = aUser();
      const begun = performance.now();
      const late = far.registerUser({ user, session }).catch((error: Error) => error.message);
      await until('the time has passed', () => performance.now() - begun > 200);

      proxy.release();

      expect(await late).toBe('Redis did not respond in time');
      expect(await users.getUserByEmail(user.email)).toBeNull();
    });
  });

  it('reports no end of a session that a server without replicas does not know (LT10)', async () => {
    await server.refuseWrites(true);
    await expect(adapter.deleteSession('elsewhere')).rejects.toThrow('NOREPLICAS');
    await server.refuseWrites(false);

    expect(await adapter.deleteSession('elsewhere')).toBeNull();
  });

  it('registers nobody while Redis refuses writes', async () => {
    await server.refuseWrites(true);
    const user = aUser();
    const { userId: _, ...session } = sessionOf(jane);

    await expect(adapter.registerUser({ user, session })).rejects.toThrow('NOREPLICAS');

    expect(await users.getUserByEmail(user.email)).toBeNull();
    await server.refuseWrites(false);
    expect(await adapter.registerUser({ user, session })).toMatchObject({ email: user.email });
  });

  it('an error contains the message from Redis but no token', async () => {
    await server.refuseWrites(true);
    const session = sessionOf(jane);

    const error: unknown = await adapter.createSession(session).catch((thrown: unknown) => thrown);

    await server.refuseWrites(false);
    expect(error).toBeInstanceOf(Error);
    expect(Object.keys(error as Error)).toEqual([]);
    expect((error as Error).message).toMatch(/^Redis: ReplyError: NOREPLICAS/);
    expect((error as Error).stack).not.toContain(session.sessionToken);
  });

  it('still works after the server has lost its scripts', async () => {
    await adapter.createSession(sessionOf(jane));
    await client.script('FLUSH');

    await adapter.createSession(sessionOf(jane));

    expect(await adapter.listSessionsByUserId(jane.id)).toHaveLength(2);
  });

  it('an expired session is still found for a day, so that the caller can decide what to do', async () => {
    stopClock();
    const { sessionToken } = await adapter.createSession(sessionOf(jane));

    setClock(DAY_S + 60);

    const found = await adapter.getSessionAndUser(sessionToken);
    expect(found?.session.expires.getTime()).toBeLessThan(Date.now());
  });
});
