import { fillPlaceholders } from './fill-placeholders.js';
import { isPlain } from './is-plain.js';
import type { OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth-provider.js';

/** A provider with its options merged in. */
export type MergedProvider = OAuthUserConfig<unknown> &
  Pick<OIDCConfig<unknown>, 'idToken' | 'logoutDefaults'>;

/**
 * Merges a provider and its options: `undefined` never overrides a value, null removes it, arrays
 * and instances replace it, and placeholders are filled.
 * @see docs/design/wire-contract.md PRV-1, 15.26
 */
export function mergeProvider(config: OAuthConfig<unknown> | OIDCConfig<unknown>): MergedProvider {
  const { options, ...own } = config;
  const merged: MergedProvider = merge(own, options ?? {});
  for (const [name, value] of Object.entries(merged)) {
    if (value === null) Reflect.deleteProperty(merged, name);
  }
  return fillPlaceholders(merged);
}

function merge<T extends object>(base: T, over: object): T {
  const known = new Map<string, unknown>(Object.entries(base));
  const changes = Object.entries(over)
    .filter(([key, value]) => value !== undefined && key !== '__proto__')
    .map(([key, value]: [string, unknown]) => {
      const before = known.get(key);
      return [key, isPlain(before) && isPlain(value) ? merge(before, value) : value] as const;
    });
  return { ...base, ...Object.fromEntries(changes) };
}
