import type { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import type { AuthConfig } from './auth-config.js';
import { checkAdapter, checkSession } from './check-adapter.js';
import { checkOptionTypes, wellTypedOptions } from './check-option-types.js';
import { checkProviders } from './check-providers.js';
import { checkSecret } from './check-secret.js';
import { checkCookies, checkHost, checkPages } from './check-web.js';

/**
 * Checks a configuration, environment included, and reports every problem in one message.
 * @param found - problems that the caller knows of already
 * @throws {InvalidConfiguration}
 * @see wire contract 2; design decision 13
 */
export function assertAuthConfig(config: AuthConfig, found: Iterable<AuthError> = []): void {
  const readable = wellTypedOptions(config);
  const problems = [
    ...found,
    ...checkOptionTypes(config),
    ...CHECKS.flatMap((check) => [...check(readable)]),
  ];
  if (problems.length > 0) throw new InvalidConfiguration(problems);
}

const CHECKS: readonly ((config: AuthConfig) => Iterable<AuthError>)[] = [
  checkSecret,
  checkHost,
  checkProviders,
  checkAdapter,
  checkSession,
  checkPages,
  checkCookies,
];
