import { randomUUID } from 'node:crypto';
import type { AdapterSession, ProviderSessions } from '@authnest/core';
import type { Commands } from './commands.js';
import { isEndedByProvider } from './is-ended-by-provider.js';
import { isKey, type Keys } from './keys.js';
import { SessionIndex } from './session-index.js';
import { SessionRows } from './session-rows.js';
import { toFields } from './stored-fields.js';

/** How long a session is kept after its expiry: the reader checks the expiry, and clocks differ. */
const MARGIN_MS = 24 * 60 * 60 * 1000;
/** How long a token is reserved for a session whose user is being registered. */
const RESERVED_MS = 60_000;
/** How long a user gets no new session if the process ends while it proves the user's address. */
const SHUT_MS = 60_000;

/** The sessions in Redis, for one operation. */
export class StoredSessions {
  private readonly rows: SessionRows;

  constructor(
    private readonly commands: Commands,
    private readonly keys: Keys,
  ) {
    this.rows = new SessionRows(commands, (sessionToken) => keys.stored(sessionToken));
  }

  find(sessionToken: string): Promise<AdapterSession | null> {
    return this.rows.find(sessionToken);
  }

  /**
   * Reserves the token of a session that will be stored.
   * @returns the attempt, or undefined if the token is taken
   * @throws {Error} if the session cannot be stored
   */
  async reserve(row: Omit<AdapterSession, 'userId'>): Promise<string | undefined> {
    const { sessionToken } = row;
    assertStorable(row);
    const attempt = randomUUID();
    const entry = { attempt, lifeMs: RESERVED_MS };
    return (await this.rows.put(sessionToken, entry)) ? attempt : undefined;
  }

  /**
   * Stores a session.
   * @returns false, having stored nothing, while the user's address is being proven
   * @throws {Error} if the token is taken
   */
  async add(row: AdapterSession, attempt: string = randomUUID()): Promise<boolean> {
    assertStorable(row);
    this.commands.claimAgain();
    const lifeMs = lifeOf(row.expires);
    const [ofUser, ...others] = this.indexesOf(row);
    if (!(await ofUser?.add(row.sessionToken, lifeMs))) return false;
    await Promise.all(others.map((index) => index.add(row.sessionToken, lifeMs)));
    if (await this.rows.put(row.sessionToken, { attempt, lifeMs, row })) return true;
    throw new Error('withRedisSessions: the session token is taken');
  }

  /** Updates the indexes only if the expiry changes. @returns false if there is no such session */
  async change({
    sessionToken,
    userId: _userId,
    ...patch
  }: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>): Promise<boolean> {
    if (patch.expires === undefined) return this.rows.patch(sessionToken, patch, undefined);
    const lifeMs = lifeOf(patch.expires);
    const row = await this.rows.find(sessionToken);
    if (!row) return false;
    await Promise.all(this.indexesOf(row).map((index) => index.add(sessionToken, lifeMs)));
    return this.rows.patch(sessionToken, patch, lifeMs);
  }

  /** @param userId - removes the session only if it belongs to this user */
  async remove(sessionToken: string, userId?: string): Promise<AdapterSession | null> {
    const row = await this.rows.drop(sessionToken, userId);
    if (row) await Promise.all(this.indexesOf(row).map((index) => index.remove(sessionToken)));
    return row;
  }

  async list(userId: string): Promise<AdapterSession[]> {
    const rows = await this.listed(this.ofUser(userId));
    return rows.filter((row) => row.userId === userId);
  }

  /**
   * Removes sessions until no others are found: one may get a new token after the tokens were read.
   * @returns how many sessions this call ended
   */
  async removeAll(userId: string): Promise<number> {
    const seen = new Set<string>();
    for (let count = 0; ;) {
      const tokens = (await this.ofUser(userId).tokens()).filter((token) => !seen.has(token));
      if (tokens.length === 0) return count;
      const removed = await Promise.all(tokens.map((token) => this.remove(token, userId)));
      count += removed.filter((row) => row !== null).length;
      for (const token of tokens) seen.add(token);
    }
  }

  /** @returns the sessions that this call ended */
  async removeByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    const over = await this.listByProvider(ended);
    const removed = await Promise.all(over.map(({ sessionToken }) => this.remove(sessionToken)));
    return removed.filter((row) => row !== null);
  }

  async listByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    const rows = await Promise.all(
      this.providerIndexesOf(ended).map((index) => this.listed(index)),
    );
    const over = rows.flat().filter((row) => isEndedByProvider(row, ended));
    // A session of both indexes is listed once.
    return [...new Map(over.map((row) => [row.sessionToken, row])).values()];
  }

  /** Ends the sessions of a user before and after `work`, and allows no new ones meanwhile. */
  async without<T>(userId: string, work: () => Promise<T>): Promise<T> {
    await this.ofUser(userId).shut(SHUT_MS);
    await this.removeAll(userId);
    const result = await work();
    // What was done stays done if Redis fails now: new sessions wait until the index opens by itself.
    await this.removeAll(userId)
      .then(() => this.ofUser(userId).open())
      .catch(() => undefined);
    return result;
  }

  /**
   * Reads the sessions of an index. If one is gone, it may have got a new token after the tokens were
   * read, so the index is read again.
   * @param seen - tokens that were read already
   */
  private async listed(
    index: SessionIndex,
    seen: ReadonlySet<string> = new Set(),
  ): Promise<AdapterSession[]> {
    const tokens = (await index.tokens()).filter((token) => !seen.has(token));
    const rows = await Promise.all(tokens.map((token) => this.rows.find(token)));
    const found = rows.filter((row) => row !== null);
    if (found.length === tokens.length) return found;
    return [...found, ...(await this.listed(index, new Set([...seen, ...tokens])))];
  }

  private ofUser(userId: string): SessionIndex {
    return new SessionIndex(this.commands, this.keys.storedOf('user', userId));
  }

  private indexesOf(row: AdapterSession): SessionIndex[] {
    return [this.ofUser(row.userId), ...this.providerIndexesOf(row)];
  }

  private providerIndexesOf({
    providerSession,
    providerSubject,
  }: Partial<Record<'providerSession' | 'providerSubject', string | null>>): SessionIndex[] {
    const kinds = [
      ['session', providerSession],
      ['subject', providerSubject],
    ] as const;
    return kinds.flatMap(([kind, hash]) =>
      hash ? [new SessionIndex(this.commands, this.keys.storedOf(kind, hash))] : [],
    );
  }
}

function lifeOf(expires: Date): number {
  return Math.max(expires.getTime() - Date.now(), 0) + MARGIN_MS;
}

/** @throws {Error} if the session cannot be stored; called before the first write */
function assertStorable(row: Omit<AdapterSession, 'userId'>): void {
  if (!isKey(row.sessionToken))
    throw new Error('withRedisSessions: `sessionToken` is not a string');
  toFields(row);
}
