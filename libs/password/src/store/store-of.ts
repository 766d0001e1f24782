import { MissingAdapter } from '@authnest/core';
import type { CompleteAdapter, ResolvedAuthConfig } from '@authnest/core/feature';
import { requireSettings, settingsOf } from '../settings.js';
import { AdapterPasswordStore, passwordTable } from './adapter-store.js';
import type { PasswordStore } from './password-store.js';

/** Returns where a configuration stores passwords. */
export function storeOf(config: ResolvedAuthConfig): PasswordStore {
  return requireSettings(config).store ?? new AdapterPasswordStore(adapterOf(config));
}

/**
 * Returns where the users of a configuration may have passwords, also if it uses none: those of another
 * configuration with the same adapter.
 */
export function anyStoreOf(config: ResolvedAuthConfig): PasswordStore | undefined {
  if (settingsOf(config)) return storeOf(config);
  const { adapter } = config;
  return adapter?.hasTable(passwordTable.table) ? new AdapterPasswordStore(adapter) : undefined;
}

/** Returns the adapter, which has the users. */
export function adapterOf({ adapter }: ResolvedAuthConfig): CompleteAdapter {
  if (adapter) return adapter;
  throw new MissingAdapter('passwords need an adapter');
}
