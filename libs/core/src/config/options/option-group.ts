import type { AuthError } from '../../errors/auth.error.js';
import type { OptionTest, OptionTests } from './option-test.js';

/** Options that belong together. @typeParam O - their names */
export interface OptionGroup<O extends string, C = never> {
  /** A test of the type of each. */
  readonly tests: Readonly<Record<O, OptionTest>>;
  /** Tests of the members of those that are objects. */
  readonly members?: Readonly<Partial<Record<O, OptionTests>>>;
  /** Reports all other problems, each for the option whose type has to be right. */
  readonly checks?: readonly (readonly [option: O, check: (config: C) => Iterable<AuthError>])[];
}
