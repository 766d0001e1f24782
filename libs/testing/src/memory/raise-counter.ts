import type { AdapterAuthenticator } from '@authnest/core';
import type { MemoryTables } from './memory-tables.js';

/** @throws {Error} if the authenticator is unknown, or the counter did not rise (a clone) */
export function raiseCounter(
  tables: MemoryTables,
  credentialID: string,
  newCounter: number,
): AdapterAuthenticator {
  const stored = tables.authenticators.find({ credentialID });
  if (!stored) throw new Error('updateAuthenticatorCounter: there is no such authenticator');
  if (!(newCounter > stored.counter || (newCounter === 0 && stored.counter === 0))) {
    throw new Error('updateAuthenticatorCounter: the counter did not rise');
  }
  const key = { credentialID };
  return tables.authenticators.update(key, { counter: newCounter }) ?? stored;
}
