import { AuthError } from '../../errors/auth.error.js';
import { closestName } from './closest-name.js';

/** A test of an option, and what it expects in words. */
export type OptionTest = readonly [expected: string, test: (value: unknown) => boolean];

/** Tests of options, by name. */
export type OptionTests = Readonly<Record<string, OptionTest>>;

/** The longest time that a timer supports, in seconds. */
export const LONGEST_TIMEOUT = 2_147_483;

/** A longer time is a mistake, and would soon exceed the range of a date. */
const HUNDRED_YEARS = 100 * 365 * 24 * 60 * 60;

/** Whether a value is an object, and not a list, null or a function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object such as `{…}`, and not an instance of a class. */
export function isPlain(value: unknown): value is object {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether a value is a list of strings, none of them empty. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Whether a value is a whole number, 0 or more. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isSeconds(value: unknown): boolean {
  return isWhole(value) && value <= HUNDRED_YEARS;
}

export const object: OptionTest = ['an object', isObject];
export const text: OptionTest = ['a string', isText];
export const texts: OptionTest = ['a list of strings', isTexts];
export const bool: OptionTest = ['true or false', (value) => typeof value === 'boolean'];
export const fn: OptionTest = ['a function', (value) => typeof value === 'function'];
export const seconds: OptionTest = ['whole seconds, 0 or more, at most 100 years', isSeconds];
export const positiveSeconds: OptionTest = [
  'whole seconds, 1 or more, at most 100 years',
  (value) => isSeconds(value) && value !== 0,
];

/** How long a cookie lives. A longer time than browsers allow is reported on its own. */
export const cookieSeconds: OptionTest = [
  'whole seconds, such as 2592000 for 30 days, 1 or more, at most 400 days',
  positiveSeconds[1],
];

/** Seconds before its expiry at which a token is refreshed. */
export const margin: OptionTest = [
  'whole seconds, 5 to 600',
  (value) => isWhole(value) && value >= 5 && value <= 600,
];

export const secret: OptionTest = [
  'a string or a list of strings',
  (value) => typeof value === 'string' || Array.isArray(value),
];

/** Tests for one of the given strings. */
export function oneOf(...values: string[]): OptionTest {
  return [
    values.map((value) => `'${value}'`).join(' or '),
    (value) => typeof value === 'string' && values.includes(value),
  ];
}

/**
 * Reports options that do not exist.
 * @param path - the option that contains them, e.g. `session.`
 * @param more - what to do besides, if no other name is suggested
 */
export function* checkNames(
  path: string,
  values: object,
  tests: OptionTests,
  more = '',
): Iterable<AuthError> {
  const known = Object.keys(tests);
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(tests, name)) continue;
    const meant = closestName(name, known);
    const hint = meant
      ? `did you mean \`${path}${meant}\`?`
      : `known options: ${known.join(', ')}${more}`;
    yield new AuthError(`${path}${name}: there is no such option; ${hint}`);
  }
}

/**
 * Reports options of the wrong type; undefined counts as absent.
 * @param path - the option that contains them, e.g. `session.`
 */
export function* checkValues(
  path: string,
  values: object,
  tests: OptionTests,
): Iterable<AuthError> {
  for (const [name, [expected, test]] of Object.entries(tests)) {
    const value: unknown = (values as Record<string, unknown>)[name];
    if (value !== undefined && !test(value)) {
      yield new AuthError(`${path}${name}: expected ${expected}, got ${kindOf(value, expected)}`);
    }
  }
}

/** Names the type of a value, but never the value itself, which may be a secret. */
function kindOf(value: unknown, expected: string): string {
  if (value === null || Number.isNaN(value)) return `${value}`;
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `${isOfKind(value, expected) ? 'another' : 'a'} ${typeof value}`;
}

/** Whether the type is right; to name only the type would then sound like a contradiction. */
function isOfKind(value: unknown, expected: string): boolean {
  return typeof value === 'number' ? /seconds|number/.test(expected) : expected.startsWith("'");
}
