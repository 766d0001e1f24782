import type {
  Adapter,
  AdapterChallenge,
  AdapterSession,
  AdapterUser,
  Addition,
  AddressProof,
  ChallengesOfSubject,
  EndOfAccess,
  ProviderSessions,
  Registration,
} from '@authnest/core';
import { ServerChecks } from './server-checks.js';
import { Commands, type RedisClient } from './commands.js';
import { isUnchanged } from './is-unchanged.js';
import { isKey, type Keys } from './keys.js';
import { Ownership } from './ownership.js';
import { LogoutMarks } from './logout-marks.js';
import type { Replicas } from './replicas.js';
import { SpentValues } from './spent-values.js';
import { StoredChallenges } from './stored-challenges.js';
import { StoredSessions } from './stored-sessions.js';

/** The limit until `limitTime` is called: the default of the option `timeout`. */
const DEFAULT_LIMIT_MS = 10_000;

type Marks = Parameters<NonNullable<Adapter['markEnded']>>[0];

/** The operations with which `withRedisSessions` replaces those of an adapter. */
export class RedisSessions implements Adapter {
  private limitMs: number | undefined;
  private readonly checks: ServerChecks;
  private readonly ownership: Ownership;

  constructor(
    private readonly users: Adapter,
    private readonly redis: RedisClient,
    private readonly keys: Keys,
    private readonly replicas: Replicas | undefined,
    secretIds?: readonly string[],
  ) {
    this.checks = new ServerChecks(redis);
    this.ownership = new Ownership(keys, secretIds);
  }

  limitTime(milliseconds: number): void {
    this.limitMs = Math.max(this.limitMs ?? 0, milliseconds);
    this.users.limitTime?.(milliseconds);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    this.checks.compareClocks();
    if (await this.sessions.add(session)) return session;
    throw new Error(
      'withRedisSessions: a session cannot be stored while the email address of the user is being proven',
    );
  }

  /** Sends one command; the user is read from the other adapter. */
  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const session = isKey(sessionToken) ? await this.sessions.find(sessionToken) : null;
    if (!session) {
      if (isKey(sessionToken)) this.checks.lookElsewhere(this.users, sessionToken);
      return null;
    }
    const user = await this.users.getUser?.(session.userId);
    return user ? { session, user } : null;
  }

  async updateSession(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<null | undefined> {
    if (!isKey(session.sessionToken)) return null;
    return (await this.sessions.change(session)) ? undefined : null;
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return isKey(sessionToken) ? this.sessions.remove(sessionToken) : null;
  }

  async listSessionsByUserId(userId: string): Promise<AdapterSession[]> {
    return isKey(userId) ? this.sessions.list(userId) : [];
  }

  /** @returns how many sessions ended */
  async deleteSessionsByUserId(userId: string): Promise<number> {
    return isKey(userId) ? this.sessions.removeAll(userId) : 0;
  }

  async deleteSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return this.sessions.removeByProvider(ended);
  }

  async listSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return this.sessions.listByProvider(ended);
  }

  async markEnded(marks: Marks): Promise<void> {
    await this.marks.raise(marks);
  }

  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    return this.marks.latest(markers);
  }

  async spendOnce(value: { key: string; expires: Date }): Promise<boolean> {
    return new SpentValues(this.begin(), this.keys).spend(value);
  }

  async createChallenge(challenge: AdapterChallenge): Promise<void> {
    await this.challenges.create(challenge);
  }

  async getChallenge(id: string): Promise<AdapterChallenge | null> {
    return this.challenges.find(id);
  }

  async tryChallenge(attempt: { id: string; attempts: number }): Promise<AdapterChallenge | null> {
    return this.challenges.try(attempt.id, attempt.attempts);
  }

  async takeChallenge(id: string): Promise<AdapterChallenge | null> {
    return this.challenges.take(id);
  }

  async deleteChallenges(of: ChallengesOfSubject): Promise<void> {
    await this.challenges.removeOf(of);
  }

  /** Deletes the user first: a session without a user is no longer valid. */
  async deleteUser(userId: string): Promise<AdapterUser | null | undefined | void> {
    const deleted = await this.users.deleteUser?.(userId);
    await this.deleteSessionsByUserId(userId);
    return deleted;
  }

  /**
   * Reserves the token first, so that nobody is registered while Redis is down or full.
   * @returns null also if the user's address was proven meanwhile: what was registered before the
   * proof has been removed, so the caller looks the user up again
   */
  async registerUser({ session, ...registration }: Registration): Promise<AdapterUser | null> {
    if (!session) return (await this.users.registerUser?.(registration)) ?? null;
    this.checks.compareClocks();
    const { sessions } = this;
    const attempt = await sessions.reserve(session);
    if (attempt === undefined) return null;
    const user = (await this.users.registerUser?.(registration)) ?? null;
    if (!user) return null;
    const isKept = await this.addFirst(
      sessions,
      { ...session, userId: user.id },
      { user, attempt },
    );
    return isKept ? user : null;
  }

  /**
   * Stores the session of a new user. Between the two stores, the owner of the address may have
   * proven it, which ends only the sessions that are already in Redis.
   * @returns whether the session is stored, for a user who is still as registered
   * @see docs/design/security-bar.md A26
   */
  private async addFirst(
    sessions: StoredSessions,
    session: AdapterSession,
    { user, attempt }: { readonly user: AdapterUser; readonly attempt: string },
  ): Promise<boolean> {
    if (!(await sessions.add(session, attempt))) return false;
    let isKept = false;
    try {
      isKept = isUnchanged(user, (await this.users.getUser?.(user.id)) ?? null);
    } finally {
      if (!isKept) await sessions.remove(session.sessionToken, user.id);
    }
    return isKept;
  }

  /** Stores the session first, and removes it again if nothing is added to the user. */
  async addToUser({ session, ...addition }: Addition): Promise<boolean> {
    const { sessions } = this;
    const userId = addition.user.id;
    if (session && !(await sessions.add({ ...session, userId }))) return false;
    let isAdded = false;
    try {
      isAdded = (await this.users.addToUser?.(addition)) ?? false;
    } finally {
      if (session && !isAdded) await sessions.remove(session.sessionToken, userId);
    }
    return isAdded;
  }

  async proveUser(proof: AddressProof): Promise<AdapterUser | null> {
    const prove = async () => (await this.users.proveUser?.(proof)) ?? null;
    if (proof.keepsAccess === true) return prove();
    const user = await this.users.getUser?.(proof.id);
    if (!user || user.emailVerified || user.email !== proof.email) return null;
    return this.sessions.without(user.id, prove);
  }

  /** Moves the session that goes on behind the end once that is stored: a failure ends it too. */
  async endAccess({ sessionToken, ...end }: EndOfAccess): Promise<Date | null> {
    const { sessions } = this;
    const ended = (await this.users.endAccess?.(end)) ?? null;
    if (ended && sessionToken !== undefined) {
      await sessions.change({ sessionToken, createdAt: new Date(ended.getTime() + 1) });
    }
    return ended;
  }

  /** The sessions, for one operation: its time limit starts with this call. */
  private get sessions(): StoredSessions {
    return new StoredSessions(this.begin(), this.keys);
  }

  private get challenges(): StoredChallenges {
    return new StoredChallenges(this.begin(), this.keys);
  }

  private get marks(): LogoutMarks {
    return new LogoutMarks(this.begin(), this.keys);
  }

  private begin(): Commands {
    const { limitMs = DEFAULT_LIMIT_MS, replicas, ownership } = this;
    return new Commands(this.redis, { limitMs, replicas, ownership });
  }
}
