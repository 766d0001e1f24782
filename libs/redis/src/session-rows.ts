import type { AdapterSession } from '@authnest/core';
import type { Commands } from './commands.js';
import { toFieldsOfList, toHash, toInteger } from './replies.js';
import { DROP, PATCH, PUT } from './scripts.js';
import { toFields, toRow } from './stored-fields.js';

/** Distinguishes a repeated command from another session with the same token. */
const ATTEMPT = '#attempt';

/**
 * Sessions by token, one hash for each: a session exists if its hash does. Every method uses one
 * key and one command.
 */
export class SessionRows {
  constructor(
    private readonly commands: Commands,
    private readonly keyOf: (sessionToken: string) => string,
  ) {}

  async find(sessionToken: string): Promise<AdapterSession | null> {
    const fields = await this.commands.send((redis) => redis.hgetall(this.keyOf(sessionToken)));
    return rowOf(toHash(fields));
  }

  /**
   * Stores a session, or reserves its token if there is no `row`. A client that has lost its
   * connection sends commands again, so the same attempt may store twice.
   * @returns false if the token is taken
   */
  async put(
    sessionToken: string,
    entry: { readonly attempt: string; readonly lifeMs: number; readonly row?: AdapterSession },
  ): Promise<boolean> {
    const fields = [ATTEMPT, entry.attempt, ...toFields(entry.row ?? {})];
    const key = this.keyOf(sessionToken);
    const args = [entry.lifeMs, ...fields];
    const stored = await this.commands.write((redis) => redis.eval(PUT, 1, key, ...args));
    return toInteger(stored) === 1;
  }

  /** Never creates a session. @returns false if there is no such session */
  async patch(
    sessionToken: string,
    row: Partial<AdapterSession>,
    lifeMs: number | undefined,
  ): Promise<boolean> {
    const key = this.keyOf(sessionToken);
    const args = [lifeMs ?? 0, ...toFields(row)];
    const changed = await this.commands.send((redis) => redis.eval(PATCH, 1, key, ...args));
    return toInteger(changed) === 1;
  }

  /**
   * Deletes a session. If several callers delete it, only one gets it.
   * @param userId - deletes the session only if it belongs to this user
   */
  async drop(sessionToken: string, userId?: string): Promise<AdapterSession | null> {
    const owner = userId === undefined ? [] : [JSON.stringify(userId)];
    const key = this.keyOf(sessionToken);
    const fields = await this.commands.write((redis) => redis.eval(DROP, 1, key, ...owner));
    return rowOf(toFieldsOfList(fields));
  }
}

function rowOf(fields: Readonly<Record<string, string>>): AdapterSession | null {
  const { [ATTEMPT]: _, ...members } = fields;
  return members['sessionToken'] === undefined ? null : toRow<AdapterSession>(members);
}
