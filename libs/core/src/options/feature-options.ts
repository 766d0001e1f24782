import type { AuthError } from '../errors/auth.error.js';
import type { AuthConfig } from './auth-config.js';
import type { OptionTests } from './option-test.js';

/** Options that a feature adds to the configuration. */
export interface FeatureOptions {
  /** A test of the type of each option, by name. A test fails for a value that it does not expect. */
  readonly tests: OptionTests;
  /** Tests of the members of options that are objects, by the name of the option. */
  readonly members?: Readonly<Record<string, OptionTests>>;
  /** Reports all problems of options whose types are right. */
  readonly check?: (config: Partial<AuthConfig>) => Iterable<AuthError>;
}
