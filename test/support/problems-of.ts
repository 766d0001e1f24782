import type { AuthConfig } from '@authnest/core';
import { assertAuthConfig } from '../../libs/core/src/config/checks/assert-auth-config.js';
import { InvalidConfiguration } from '../../libs/core/src/errors/configuration.errors.js';

/** A configuration that passes every check. */
export const SOUND: AuthConfig = {
  secret: 'a-sound-secret-0123456789abcdefghijklmnop',
  trustHost: true,
  providers: [],
};

/**
 * Returns the problems that the checks report, as type and message.
 * @param changes - merged over {@link SOUND}; untyped, so that tests can make mistakes
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
