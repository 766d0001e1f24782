import { AuthError } from '../../errors/auth.error.js';
import { placeholdersOf } from '../../provider/fill-placeholders.js';
import { closestName } from '../options/closest-name.js';
import { isObject, isPlain } from '../options/option-test.js';

/** Options that every kind of provider has. */
const COMMON = ['id', 'name', 'type', 'options'];

/** Shorter names are close to too many others. */
const SHORTEST = 4;
/** From this length on, two letters may be wrong. */
const LONG = 10;

/**
 * Reports mistyped options of a provider. They would be ignored: `tenant` instead of `tenants`
 * would let every tenant in. A preset or a mail sender may have additional options, so a name that
 * is not close to any option passes.
 * @param name - name of the provider in messages
 * @param known - the options of this kind of provider
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
 * Like {@link checkMistypedNames}, but if the application wrote the whole provider, also reports
 * every other name that is not used. A name that fills a placeholder in a URL is used.
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
