import type { AuthConfig } from '@authnest/core';
import { assertAuthConfig } from '../../libs/core/src/config-checks/assert-auth-config.js';
import { InvalidConfiguration } from '../../libs/core/src/errors/configuration.errors.js';

/** Passes every check. */
export const SOUND: AuthConfig = {
  secret: 'a-sound-secret-0123456789abcdefghijklmnop',
  trustHost: true,
  providers: [],
};

/**
 * The problems that the checks report, as type and message.
 * @param changes - merged over {@link SOUND}; not typed, since mistakes are what is tried
 */
export function problemsOf(changes: Readonly<Record<string, unknown>> = {}): string[] {
  try {
    assertAuthConfig({ ...SOUND, ...changes });
    return [];
  } catch (thrown) {
    if (!(thrown instanceof InvalidConfiguration)) throw thrown;
    return thrown.problems.map(({ type, message }) => `${type}: ${message}`);
  }
}
