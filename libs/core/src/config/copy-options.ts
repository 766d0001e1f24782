import { OPTIONS } from './checks/option-types.js';
import type { AuthConfig } from './options/auth-config.js';

/**
 * Copies a configuration. It may be an instance of a class whose options are getters or methods: to
 * spread it would drop them, even `tenant`.
 * @param more - names of options that features add
 */
export function copyOptions(config: AuthConfig, more: readonly string[] = []): AuthConfig {
  const inherited = [...Object.keys(OPTIONS), ...more].filter(
    (name) => name in config && !Object.hasOwn(config, name),
  );
  const entries = inherited.map((name) => {
    const value: unknown = config[name as keyof AuthConfig];
    return [name, typeof value === 'function' ? (value.bind(config) as unknown) : value];
  });
  return { ...(Object.fromEntries(entries) as Partial<AuthConfig>), ...config };
}
