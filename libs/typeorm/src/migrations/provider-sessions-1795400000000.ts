import type { MigratedTable } from './auth-tables-1795194000000.js';

/** The columns and indexes that a migration adds to a table. */
export type AddedColumns = Pick<MigratedTable, 'table' | 'columns' | 'indexed'>;

/**
 * The columns as of 2026-11-27: end of access, devices, sessions at the provider, and state of token
 * refreshes.
 */
export const addedColumns1795400000000: readonly AddedColumns[] = [
  { table: 'users', columns: { accessEndedAt: 'timestamp?' }, indexed: [] },
  {
    table: 'accounts',
    columns: {
      tokenVersion: 'counter?',
      refreshStartedAt: 'timestamp?',
      refreshRefusedAt: 'timestamp?',
    },
    indexed: [],
  },
  {
    table: 'sessions',
    columns: {
      lastUsedAt: 'timestamp?',
      address: 'string?',
      userAgent: 'text?',
      provider: 'identifier?',
      providerSession: 'identifier?',
      providerSubject: 'identifier?',
      providerTime: 'timestamp?',
    },
    indexed: [['providerSession'], ['providerSubject']],
  },
];

/** The table as of 2026-11-23. */
export const addedTables1795400000000: readonly MigratedTable[] = [
  {
    table: 'session_revocations',
    columns: { marker: 'identifier', endedBefore: 'timestamp', expires: 'timestamp' },
    unique: [['marker']],
    indexed: [['expires']],
  },
];
