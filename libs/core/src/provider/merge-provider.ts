import type { OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth-provider.js';

/** What a provider is made of once its options are merged in. */
export type MergedProvider = OAuthUserConfig<unknown> & { idToken?: boolean };

/**
 * A provider and its options as one; `undefined` never overrides, null unsets, arrays and instances
 * replace.
 * @see wire contract PRV-1, 15.26
 */
export function mergeProvider(config: OAuthConfig<unknown> | OIDCConfig<unknown>): MergedProvider {
  const { options, ...own } = config;
  const members = Object.entries(merge(own, options ?? {})).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as MergedProvider;
}

/** Whether a value was written as `{…}`, and is no instance of a class. */
export function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
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
