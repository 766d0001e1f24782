import { AuthError } from '../errors/auth.error.js';
import { placeholdersOf } from '../provider/fill-placeholders.js';
import { closestName } from '../options/closest-name.js';
import { isObject, isPlain } from '../options/option-test.js';

/** What every kind of provider has. */
const COMMON = ['id', 'name', 'type', 'options'];

/** Shorter names are close to too many others. */
const SHORTEST = 4;
/** From this length on, two letters may be wrong. */
const LONG = 10;

/**
 * Mistyped options of a provider: they would be ignored, and one like `tenant` for `tenants` would
 * leave open what it was to close. A preset and a sender of mails may have options of their own, so
 * a name that is close to none passes.
 * @param name - of the provider, as messages have it
 * @param known - the options of this kind
 */
export function* checkMistypedNames(
  provider: object,
  name: string,
  known: readonly string[],
): Iterable<AuthError> {
  const options: unknown = 'options' in provider ? provider.options : undefined;
  const names = [...COMMON, ...known];
  const own = isObject(options) ? [...names, ...Object.keys(provider)] : names;
  const given = isObject(options) ? options : isPlain(provider) ? provider : {};
  for (const option of Object.keys(given)) {
    const meant = own.includes(option) ? undefined : mistyped(option, own);
    if (meant !== undefined) yield noSuchOption(name, option, meant);
  }
}

/**
 * The same, and every other name that nothing reads where the application has written the whole
 * provider. What fills a placeholder of a URL is read.
 */
export function* checkUnknownNames(
  provider: object,
  name: string,
  known: readonly string[],
): Iterable<AuthError> {
  if ('options' in provider && isObject(provider.options)) {
    yield* checkMistypedNames(provider, name, known);
    return;
  }
  if (!isPlain(provider)) return;
  const names = [...COMMON, ...known];
  const read = new Set([...names, ...placeholdersOf(provider)]);
  for (const option of Object.keys(provider)) {
    if (!read.has(option)) yield noSuchOption(name, option, closestName(option, names));
  }
}

function noSuchOption(name: string, option: string, meant: string | undefined): AuthError {
  const hint = meant === undefined ? 'remove it' : `did you mean \`${meant}\`?`;
  return new AuthError(`${name}: ${option}: there is no such option; ${hint}`);
}

function mistyped(option: string, known: readonly string[]): string | undefined {
  if (option.length < SHORTEST) return undefined;
  return closestName(option, known, option.length < LONG ? 1 : 2);
}
