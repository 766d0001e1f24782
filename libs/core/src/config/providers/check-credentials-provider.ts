import type { AuthError } from '../../errors/auth.error.js';
import { MissingAuthorize } from '../../errors/configuration.errors.js';
import { definedOnly } from '../../model/defined-only.js';
import {
  bool,
  checkValues,
  isObject,
  object,
  type OptionTest,
  type OptionTests,
  text,
} from '../options/option-test.js';
import type { CredentialsConfig } from '../../provider/credentials-provider.js';
import { checkMistypedNames } from './check-provider-names.js';

const OPTIONS: OptionTests = {
  name: text,
  credentials: ['an object of inputs', isObject],
  options: object,
  usersOfAdapter: bool,
};

/** The page would show a `password: 'password'` as an ordinary field. */
const INPUT: OptionTest = ["an object such as `{ type: 'password' }`", isObject];

/**
 * Checks a credentials provider.
 * @param name - name of the provider in messages
 */
export function* checkCredentialsProvider(
  provider: CredentialsConfig,
  name: string,
): Iterable<AuthError> {
  yield* checkMistypedNames(provider, name, ['credentials', 'authorize', 'usersOfAdapter']);
  const merged = { ...provider, ...definedOnly(provider.options) };
  yield* checkValues(`${name}: `, merged, OPTIONS);
  yield* checkInputs(`${name}: credentials.`, merged.credentials);
  if (![provider, provider.options].some((own) => typeof own?.authorize === 'function')) {
    yield new MissingAuthorize(`${name}: needs \`authorize\`, which returns the user or null`);
  }
}

/** Checks the inputs of a form. @param path - the option that contains them */
export function* checkInputs(path: string, inputs: unknown): Iterable<AuthError> {
  if (!isObject(inputs)) return;
  const names = Object.keys(inputs);
  yield* checkValues(path, inputs, Object.fromEntries(names.map((name) => [name, INPUT])));
}
