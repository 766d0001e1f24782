import { AuthError } from '../../errors/auth.error.js';
import { bool, checkNames, checkValues, type OptionTests } from '../options/option-test.js';

/** Nest's own options are checked by Nest, and the extra `name` with those of other modules. */
const anything = ['any value', () => true] as const;

const TESTS: OptionTests = {
  basePath: ["a path, such as '/auth'", (value) => typeof value === 'string'],
  name: anything,
  isGlobal: bool,
  context: bool,
  // `checkFeatures` has the details.
  features: anything,
  imports: anything,
  inject: anything,
  useFactory: anything,
  useClass: anything,
  useExisting: anything,
  provideInjectionTokensFrom: anything,
};

/**
 * Checks the options of the module itself. A misspelt one would be ignored: with `isglobal: false`,
 * the guard would serve other modules too.
 */
export function* checkModuleOptions(options: object): Iterable<AuthError> {
  yield* checkNames('', options, TESTS);
  yield* checkValues('', options, TESTS);
}

/** Reports that `forRootAsync` has no source of the configuration. */
export function* checkSource(options: object): Iterable<AuthError> {
  const sources = Object.entries(options).filter(
    ([name, value]) => SOURCES.has(name) && value !== undefined,
  );
  if (sources.length === 0) {
    yield new AuthError(
      'forRootAsync: needs `useFactory`, a function that returns the configuration; or `useClass` or `useExisting`, a class with `createAuthConfig()`',
    );
  }
}

const SOURCES: ReadonlySet<string> = new Set(['useFactory', 'useClass', 'useExisting']);
