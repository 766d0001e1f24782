import { AuthError } from '../../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import {
  checkNames,
  checkValues,
  isObject,
  isPlain,
  type OptionTest,
  type OptionTests,
} from '../options/option-test.js';
import type { FeatureOptions } from '../options/feature-options.js';
import { MEMBERS, OPTIONS } from './option-types.js';

/** Reports options that do not exist, and values of the wrong type. */
export function* checkOptionTypes(
  config: AuthConfig,
  features: readonly FeatureOptions[] = [],
): Iterable<AuthError> {
  const { options, members } = testsWith(features);
  const ofModule = Object.keys(config).filter((name) => OF_MODULE.includes(name));
  for (const name of ofModule) yield new AuthError(`${name}: ${MISPLACED}`);
  const own = Object.entries(config).filter(([name]) => !ofModule.includes(name));
  yield* checkNames('', Object.fromEntries(own), options, NOT_LISTED);
  yield* checkValues('', config, options);
  if (config.providers === undefined) {
    yield new AuthError('providers: is required; write a list of providers');
  }
  for (const [option, tests] of Object.entries(members)) {
    const value: unknown = config[option as keyof AuthConfig];
    if (!isObject(value)) continue;
    // A logger or a handler may be an instance with additional members.
    if (isPlain(value)) yield* checkNames(`${option}.`, value, tests);
    yield* checkValues(`${option}.`, value, tests);
  }
}

/** Returns the options of the right type, which the other checks can read safely. */
export function wellTypedOptions(
  config: AuthConfig,
  features: readonly FeatureOptions[] = [],
): Partial<AuthConfig> {
  const all = testsWith(features);
  const options = wellTyped(config, all.options);
  for (const [option, tests] of Object.entries(all.members)) {
    const value: unknown = options[option];
    if (isPlain(value)) options[option] = wellTyped(value, tests);
  }
  return options;
}

/** Returns the tests of core and of features. Two that add one option do not start. */
function testsWith(features: readonly FeatureOptions[]) {
  const options: Record<string, OptionTest> = {};
  const members: Record<string, OptionTests> = {};
  for (const feature of features) {
    Object.assign(options, feature.tests);
    Object.assign(members, feature.members);
  }
  return { options: Object.assign(options, OPTIONS), members: Object.assign(members, MEMBERS) };
}

/** Options that Nest needs before any factory runs. */
const OF_MODULE = ['context', 'features', 'isGlobal'];

const MISPLACED =
  'is an option of the AuthModule; write it beside `useFactory`, or in the second argument of `forRoot`';

const NOT_LISTED = '; or list the feature that adds it in `features` of the AuthModule';

function wellTyped(values: object, tests: OptionTests): Record<string, unknown> {
  const entries = Object.entries(values).filter(
    ([name, value]) => Object.hasOwn(tests, name) && tests[name]?.[1](value),
  );
  return Object.fromEntries(entries);
}
