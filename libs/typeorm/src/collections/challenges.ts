import type { AdapterChallenge, ChallengesOfSubject } from '@authnest/core';
import type { AuthTable } from '../store/auth-table.js';
import type { ChallengeRow } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';

/** Operations on what is kept between two steps of a person. */
export class Challenges {
  constructor(
    private readonly table: AuthTable<ChallengeRow>,
    private readonly operation: Operation,
  ) {}

  /** @throws {StoreError} if the id is taken */
  async create({ id: handleHash, ...values }: AdapterChallenge): Promise<void> {
    await this.table.insert(this.operation, { handleHash, ...values });
  }

  async find(handleHash: string): Promise<AdapterChallenge | null> {
    const found = await this.table.find(this.operation, { handleHash });
    return found && !isOver(found) ? challengeOf(found) : null;
  }

  /**
   * Counts an attempt if the count is still the one that was read. If it is not, another attempt was
   * counted, so this ends after as many rounds as there are attempts.
   */
  async try({
    id: handleHash,
    attempts,
  }: {
    readonly id: string;
    readonly attempts: number;
  }): Promise<AdapterChallenge | null> {
    for (let round = 0; round < attempts; round += 1) {
      const found = await this.table.find(this.operation, { handleHash });
      if (!found || found.attempts >= attempts || isOver(found)) return null;
      const counted = found.attempts + 1;
      const change = { patch: { attempts: counted }, at: { attempts: found.attempts } };
      if (await this.table.update(this.operation, { handleHash }, change)) {
        return challengeOf({ ...found, attempts: counted });
      }
    }
    return null;
  }

  async take(handleHash: string): Promise<AdapterChallenge | null> {
    const taken = await this.table.take(this.operation, { handleHash });
    return taken && !isOver(taken) ? challengeOf(taken) : null;
  }

  async removeOf({ subject, purpose, keep = 0 }: ChallengesOfSubject): Promise<void> {
    const key = { subject, ...(purpose !== undefined && { purpose }) };
    if (keep === 0) {
      await this.table.removeAll(this.operation, key);
      return;
    }
    const newestFirst = (await this.table.list(this.operation, key)).sort(
      (one, other) => other.expires.getTime() - one.expires.getTime(),
    );
    for (const { handleHash } of newestFirst.slice(keep)) {
      await this.table.take(this.operation, { handleHash });
    }
  }
}

function isOver({ expires }: ChallengeRow): boolean {
  return expires.getTime() <= Date.now();
}

function challengeOf(row: ChallengeRow): AdapterChallenge {
  const { handleHash, purpose, subject, data, attempts, expires } = row;
  return { id: handleHash, purpose, subject, data, attempts, expires };
}
