import { AuthError } from '../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import {
  checkNames,
  checkValues,
  isObject,
  isPlain,
  type OptionTests,
} from '../options/option-test.js';
import { MEMBERS, OPTIONS } from './option-types.js';

/** Reports options that do not exist, and values of the wrong type. */
export function* checkOptionTypes(config: AuthConfig): Iterable<AuthError> {
  yield* checkNames('', config, OPTIONS);
  yield* checkValues('', config, OPTIONS);
  if (config.providers === undefined) {
    yield new AuthError('providers: is required; write a list of providers');
  }
  for (const [option, tests] of Object.entries(MEMBERS)) {
    const value: unknown = config[option as keyof AuthConfig];
    if (!isObject(value)) continue;
    // A logger or a handler may be an instance with additional members.
    if (isPlain(value)) yield* checkNames(`${option}.`, value, tests);
    yield* checkValues(`${option}.`, value, tests);
  }
}

/** Returns the options of the right type, which the other checks can read safely. */
export function wellTypedOptions(config: AuthConfig): Partial<AuthConfig> {
  const options = wellTyped(config, OPTIONS);
  for (const [option, tests] of Object.entries(MEMBERS)) {
    const value: unknown = options[option];
    if (isPlain(value)) options[option] = wellTyped(value, tests);
  }
  return options;
}

function wellTyped(values: object, tests: OptionTests): Record<string, unknown> {
  const entries = Object.entries(values).filter(
    ([name, value]) => Object.hasOwn(tests, name) && tests[name]?.[1](value),
  );
  return Object.fromEntries(entries);
}
