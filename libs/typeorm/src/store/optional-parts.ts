import {
  type Adapter,
  type AdapterOperation,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
} from '@authnest/core';
import type { AuthTables } from './auth-tables.js';

/** The operations that need a table or a column which some layouts lack. */
const OPERATIONS = {
  authenticators: [
    'createAuthenticator',
    'getAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
    'updateAuthenticator',
    'deleteAuthenticator',
  ],
  sessionRevocations: ['markEnded', 'endedBefore'],
  challenges: [
    'createChallenge',
    'getChallenge',
    'tryChallenge',
    'takeChallenge',
    'deleteChallenges',
  ],
  'users.accessEndedAt': ['endAccess'],
  'accounts.tokenVersion': ['advanceAccount', 'listAccountsToReseal'],
  'sessions.providerSession': ['deleteSessionsByProvider', 'listSessionsByProvider'],
} as const satisfies Record<string, readonly AdapterOperation[]>;

/** Removes operations that the tables do not support, which is reported when the application starts. */
export function leaveOutUnsupported(adapter: Adapter, tables: AuthTables): void {
  const present = new Set<string>([
    ...optionalColumnsOf(tables),
    ...(tables.authenticators ? ['authenticators'] : []),
    ...(tables.sessionRevocations ? ['sessionRevocations'] : []),
    ...(tables.challenges ? ['challenges'] : []),
  ]);
  for (const [part, operations] of Object.entries(OPERATIONS)) {
    if (present.has(part)) continue;
    for (const name of operations) Object.defineProperty(adapter, name, { value: undefined });
  }
}

/** Returns the optional columns that the tables have. */
export function optionalColumnsOf(tables: AuthTables): OptionalColumn[] {
  const { users, sessions, authenticators, accounts } = tables;
  const has = { users, sessions, authenticators, accounts };
  return OPTIONAL_COLUMNS.filter((name) => {
    const [table, property] = name.split('.') as [keyof typeof has, string];
    return has[table]?.metadata.findColumnWithPropertyName(property) !== undefined;
  });
}
