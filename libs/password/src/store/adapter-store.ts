import type { FeatureTable } from '@authnest/core';
import type { CompleteAdapter } from '@authnest/core/feature';
import type { PasswordStore, StoredPassword } from './password-store.js';

/**
 * The table of passwords, for `with` of `authEntities` and `authMigrations`:
 *
 * ```ts
 * authEntities({ with: [passwordTable] }); authMigrations({ with: [passwordTable] });
 * ```
 */
export const passwordTable: FeatureTable = {
  table: 'passwords',
  columns: {
    userId: { kind: 'reference' },
    hash: { kind: 'text' },
    changedAt: { kind: 'timestamp' },
    mustChange: { kind: 'boolean' },
  },
  unique: [['userId']],
  indexed: [],
  owner: { onDelete: 'CASCADE' },
  since: 1_795_600_000_000,
};

/** How often to try, as another request may store or delete the row in between. */
const ATTEMPTS = 3;

/** Stores passwords in the table of an adapter. */
export class AdapterPasswordStore implements PasswordStore {
  constructor(private readonly adapter: CompleteAdapter) {}

  async find(userId: string): Promise<StoredPassword | null> {
    const row = await this.adapter.findRow({ table: passwordTable, key: { userId } });
    if (!row) return null;
    const { hash, changedAt, mustChange } = row;
    return {
      userId,
      hash: `${hash as string}`,
      changedAt: changedAt instanceof Date ? changedAt : new Date(0),
      mustChange: mustChange === true,
    };
  }

  async save(password: StoredPassword, replaces?: string | null): Promise<boolean> {
    const { userId, ...patch } = password;
    const table = passwordTable;
    const insert = () => this.saveNew([password]);
    if (replaces === null) return insert();
    const key: Record<string, string> = { userId };
    if (replaces !== undefined) key['hash'] = replaces;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (await this.adapter.updateRow({ table, key, patch })) return true;
      if (replaces !== undefined) return false;
      if (await insert()) return true;
    }
    return false;
  }

  saveNew(passwords: readonly StoredPassword[]): Promise<boolean> {
    const rows = passwords.map((password) => ({ ...password }));
    return this.adapter.insertRows({ table: passwordTable, rows });
  }

  async remove(userId: string, hash?: string): Promise<boolean> {
    const key = { userId, ...(hash !== undefined && { hash }) };
    return (await this.adapter.deleteRows({ table: passwordTable, key })) > 0;
  }
}
