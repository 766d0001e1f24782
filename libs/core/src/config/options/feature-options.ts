import type { AuthError } from '../../errors/auth.error.js';
import type { AuthConfig } from './auth-config.js';
import type { OptionTests } from './option-test.js';

/** Texts of a feature by language tag, each with the same members. */
export type FeatureTexts = Readonly<Record<'en', object>> & Readonly<Record<string, object>>;

/** Options that a feature adds to the configuration. */
export interface FeatureOptions {
  /** A test of the type of each option, by name. A test fails for a value that it does not expect. */
  readonly tests?: OptionTests;
  /** Tests of the members of options that are objects, by the name of the option. */
  readonly members?: Readonly<Record<string, OptionTests>>;
  /**
   * Texts that pages and mails of the feature gain, by language tag and then by a name of the
   * feature; `en` is used where a language lacks them. Applications override them in `texts`.
   */
  readonly texts?: FeatureTexts;
  /** Reports all problems of options whose types are right. */
  readonly check?: (config: Partial<AuthConfig>) => Iterable<AuthError>;
}

/** Returns the names of the options that features add. */
export function optionNames(features: readonly FeatureOptions[]): string[] {
  return features.flatMap(({ tests = {} }) => Object.keys(tests));
}
