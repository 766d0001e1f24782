import { randomUUID } from 'node:crypto';
import type { AdapterChallenge, ChallengesOfSubject } from '@authnest/core';
import type { Commands } from './commands.js';
import { isKey, type Keys } from './keys.js';
import { toFieldsOfList, toHash, toInteger } from './replies.js';
import { PUT, TAKE, TRY } from './scripts.js';
import { SessionIndex } from './session-index.js';
import { toFields, toRow } from './stored-fields.js';

/** Distinguishes a repeated command from another challenge with the same id. */
const ATTEMPT = '#attempt';

/** What is kept between two steps of a person: a hash for each, which Redis removes at its expiry. */
export class StoredChallenges {
  constructor(
    private readonly commands: Commands,
    private readonly keys: Keys,
  ) {}

  /** @throws {Error} if the id is taken */
  async create(challenge: AdapterChallenge): Promise<void> {
    if (!isKey(challenge.id)) throw new Error('createChallenge: `id` is not a string');
    this.commands.claimAgain();
    const lifeMs = challenge.expires.getTime() - Date.now();
    const args = [lifeMs, ATTEMPT, randomUUID(), ...toFields(challenge)];
    const key = this.keys.challenge(challenge.id);
    await this.of(challenge.subject)?.add(entryOf(challenge), Math.max(lifeMs, 1));
    const stored = await this.commands.write((redis) => redis.eval(PUT, 1, key, ...args));
    if (toInteger(stored) !== 1) throw new Error('createChallenge: the id is taken');
  }

  /** If a lost connection makes the client repeat the command, it counts as two attempts. */
  try(id: string, attempts: number): Promise<AdapterChallenge | null> {
    return this.run(TRY, id, attempts);
  }

  async find(id: string): Promise<AdapterChallenge | null> {
    if (!isKey(id)) return null;
    const key = this.keys.challenge(id);
    return challengeOf(toHash(await this.commands.send((redis) => redis.hgetall(key))));
  }

  async take(id: string): Promise<AdapterChallenge | null> {
    const taken = await this.run(TAKE, id);
    if (taken) await this.of(taken.subject)?.remove(entryOf(taken));
    return taken;
  }

  async removeOf({ subject, purpose, keep = 0 }: ChallengesOfSubject): Promise<void> {
    const index = this.of(subject);
    if (!index) return;
    const entries = (await index.tokens())
      .filter((entry) => purpose === undefined || entry.startsWith(`${purpose}:`))
      .reverse();
    for (const entry of entries.slice(keep)) {
      // One that is not there may be stored next, and has to be found by the next call.
      const taken = await this.run(TAKE, entry.slice(entry.indexOf(':') + 1));
      if (taken) await index.remove(entry);
    }
  }

  private of(subject: string | null): SessionIndex | undefined {
    if (!isKey(subject)) return undefined;
    return new SessionIndex(this.commands, this.keys.storedOf('challenge', subject));
  }

  private async run(
    script: string,
    id: string,
    ...args: readonly number[]
  ): Promise<AdapterChallenge | null> {
    if (!isKey(id)) return null;
    const key = this.keys.challenge(id);
    const reply = await this.commands.write((redis) => redis.eval(script, 1, key, ...args));
    return challengeOf(toFieldsOfList(reply));
  }
}

function challengeOf(fields: Readonly<Record<string, string>>): AdapterChallenge | null {
  const { [ATTEMPT]: _, ...members } = fields;
  const found = members['id'] === undefined ? null : toRow<AdapterChallenge>(members);
  return found && found.expires.getTime() > Date.now() ? found : null;
}

/** No purpose contains a colon. */
function entryOf({ purpose, id }: AdapterChallenge): string {
  return `${purpose}:${id}`;
}
