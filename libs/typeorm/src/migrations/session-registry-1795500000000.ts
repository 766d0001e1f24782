import type { MigratedTable } from './auth-tables-1795194000000.js';

/** The table for stateless sessions, as of 2026-11-23. */
export const tables1795500000000: readonly MigratedTable[] = [
  {
    table: 'session_records',
    columns: {
      sessionId: 'longIdentifier',
      userId: 'longIdentifier?',
      createdAt: 'timestamp?',
      lastUsedAt: 'timestamp?',
      expires: 'timestamp',
      address: 'string?',
      userAgent: 'text?',
      provider: 'identifier?',
      endedBefore: 'timestamp?',
      staleBefore: 'timestamp?',
    },
    unique: [['sessionId']],
    indexed: [['userId'], ['expires']],
  },
];
