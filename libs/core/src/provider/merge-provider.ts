import { fillPlaceholders } from './fill-placeholders.js';
import { isPlain } from './is-plain.js';
import type { OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth-provider.js';

/** What a provider is made of once its options are merged in. */
export type MergedProvider = OAuthUserConfig<unknown> & { idToken?: boolean };

/**
 * A provider and its options as one; `undefined` never overrides, null unsets, arrays and instances
 * replace, and placeholders are filled.
 * @see wire contract PRV-1, 15.26
 */
export function mergeProvider(config: OAuthConfig<unknown> | OIDCConfig<unknown>): MergedProvider {
  const { options, ...own } = config;
  const members = Object.entries(merge(own, options ?? {})).filter(([, value]) => value !== null);
  return fillPlaceholders(Object.fromEntries(members) as MergedProvider);
}

function merge(base: object, over: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined || key === '__proto__') continue;
    const before = merged[key];
    merged[key] = isPlain(before) && isPlain(value) ? merge(before, value) : value;
  }
  return merged;
}
