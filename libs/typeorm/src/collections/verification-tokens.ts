import { createHash } from 'node:crypto';
import type { VerificationToken } from '@authnest/core';
import type { AuthTable } from '../store/auth-table.js';
import type { Operation } from '../operations/operation.js';
import { CLOCK_MARGIN_MS } from '../store/clock-margin.js';
import { unlessTaken } from '../store/unless-taken.js';

/** Not an email address, so it is never the identifier of a mailed token. */
const SPENT = 'spent';

/** Operations on the tokens of sign-in links, and on spent values in the same table. */
export class VerificationTokens {
  constructor(
    private readonly table: AuthTable<VerificationToken>,
    private readonly operation: Operation,
  ) {}

  async create(verificationToken: VerificationToken): Promise<VerificationToken> {
    const { identifier, token, expires } = verificationToken;
    await this.table.insert(this.operation, { identifier, token, expires });
    return { identifier, token, expires };
  }

  async use(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Promise<VerificationToken | null> {
    const { identifier, token } = params;
    if (identifier === SPENT) return null;
    const used = await this.table.take(this.operation, { identifier, token });
    return used && { identifier, token, expires: used.expires };
  }

  /** @returns how many tokens were deleted */
  async removeByIdentifier(identifier: string): Promise<number> {
    return identifier === SPENT ? 0 : this.table.removeAll(this.operation, { identifier });
  }

  /**
   * Stores a hash of the value. The unique key of the tokens refuses a second call.
   * @returns whether this call was the first
   */
  async spend({ key, expires }: { key: string; expires: Date }): Promise<boolean> {
    if (typeof key !== 'string' || key === '') {
      throw new Error('TypeOrmAdapter: `key` is not a string');
    }
    const token = createHash('sha256').update(key).digest('hex');
    // An instance whose clock is ahead must not delete it while others would accept the value.
    const until = new Date(expires.getTime() + CLOCK_MARGIN_MS);
    const spent = { identifier: SPENT, token, expires: until };
    return (await unlessTaken(() => this.table.insert(this.operation, spent))) !== null;
  }
}
