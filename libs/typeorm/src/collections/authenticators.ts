import type { AdapterAuthenticator } from '@authnest/core';
import { assertCounter } from '../store/assert-counter.js';
import type { AuthTable } from '../store/auth-table.js';
import type { Operation } from '../operations/operation.js';

/** Operations on authenticators. */
export class Authenticators {
  constructor(
    private readonly table: AuthTable<AdapterAuthenticator>,
    private readonly operation: Operation,
  ) {}

  create(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    return this.table.insert(this.operation, authenticator);
  }

  find(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.table.find(this.operation, { credentialID });
  }

  listByUser(userId: string): Promise<AdapterAuthenticator[]> {
    return this.table.list(this.operation, { userId });
  }

  /**
   * One UPDATE with the condition, so only one of two requests with the same counter succeeds.
   * @throws {Error} if the authenticator is unknown, or the counter did not rise (a clone)
   */
  async raiseCounter(credentialID: string, newCounter: number): Promise<AdapterAuthenticator> {
    assertCounter(newCounter);
    // An authenticator that does not count sends 0 every time, and 0 is below 1.
    const below = { counter: Math.max(newCounter, 1) };
    const patch = { counter: newCounter };
    const rose = await this.table.update(this.operation, { credentialID }, { patch, below });
    const stored = await this.find(credentialID);
    if (!stored) throw new Error('updateAuthenticatorCounter: there is no such authenticator');
    if (!rose) throw new Error('updateAuthenticatorCounter: the counter did not rise');
    return stored;
  }

  /** Never changes the owner or the counter. */
  async update(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Promise<AdapterAuthenticator | null> {
    const { credentialID, counter: _counter, userId: _userId, ...patch } = authenticator;
    const { id: _id, ...own } = patch as typeof patch & { id?: unknown };
    return this.table.patch(this.operation, { credentialID }, own);
  }

  remove(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.table.take(this.operation, { credentialID });
  }
}
