import {
  type Adapter,
  type AdapterOperation,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
} from '@authnest/core';
import type { AuthTables } from './auth-tables.js';

const PASSKEY_OPERATIONS = [
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'updateAuthenticator',
  'deleteAuthenticator',
] as const satisfies readonly AdapterOperation[];

/**
 * Removes the operations for passkeys, so that a missing table is reported when the application
 * starts.
 */
export function leaveOutPasskeys(adapter: Adapter): void {
  for (const operation of PASSKEY_OPERATIONS) {
    Object.defineProperty(adapter, operation, { value: undefined });
  }
}

/** Removes the operations that need accounts with a version, which Auth.js tables do not have. */
export function leaveOutVersions(adapter: Adapter): void {
  Object.defineProperty(adapter, 'advanceAccount', { value: undefined });
  Object.defineProperty(adapter, 'listAccountsToReseal', { value: undefined });
}

/** Removes the operation that ends access, if there is no column for the time. */
export function leaveOutEndOfAccess(adapter: Adapter): void {
  Object.defineProperty(adapter, 'endAccess', { value: undefined });
}

/** Removes the operations that end sessions for a provider, if the tables do not support them. */
export function leaveOutProviderSessions(adapter: Adapter, tables: AuthTables): void {
  if (!tables.sessionRevocations) {
    Object.defineProperty(adapter, 'markEnded', { value: undefined });
    Object.defineProperty(adapter, 'endedBefore', { value: undefined });
  }
  if (!optionalColumnsOf(tables).includes('sessions.providerSession')) {
    Object.defineProperty(adapter, 'deleteSessionsByProvider', { value: undefined });
    Object.defineProperty(adapter, 'listSessionsByProvider', { value: undefined });
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
