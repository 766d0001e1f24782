import { MissingAdapter } from '@authnest/core';
import type { CompleteAdapter, ResolvedAuthConfig } from '@authnest/core/feature';
import { requireSettings } from '../settings.js';
import { AdapterPasswordStore } from './adapter-store.js';
import type { PasswordStore } from './password-store.js';

/** Returns where a configuration stores passwords. */
export function storeOf(config: ResolvedAuthConfig): PasswordStore {
  return requireSettings(config).store ?? new AdapterPasswordStore(adapterOf(config));
}

/** Returns the adapter, which has the users. */
export function adapterOf({ adapter }: ResolvedAuthConfig): CompleteAdapter {
  if (adapter) return adapter;
  throw new MissingAdapter('passwords need an adapter');
}
