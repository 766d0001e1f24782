import { AuthError } from '../../errors/auth.error.js';
import type { FeatureOptions } from '../options/feature-options.js';
import { parentsOf, SHIPPED, shippedTexts } from '../texts/resolve-languages.js';
import type { AuthConfig } from '../options/auth-config.js';
import { checkNames, checkValues, isObject, type OptionTests } from '../options/option-test.js';

/** Requires that every text has an English counterpart of the same type. */
export function* checkTexts(
  { texts = {} }: Pick<AuthConfig, 'texts'>,
  features: readonly FeatureOptions[] = [],
): Iterable<AuthError> {
  const english = shippedTexts('en', features);
  for (const [tag, own] of Object.entries(texts)) {
    if (own === undefined) continue;
    if (!isTag(tag)) yield noTag(`texts.${tag}`, tag);
    else if (isObject(own)) yield* checkGroup(`texts.${tag}.`, own, english);
    else yield new AuthError(`texts.${tag}: expected an object of texts`);
  }
}

/** Requires that every configured language has texts. */
export function* checkLanguage({
  language = [],
  texts = {},
}: Pick<AuthConfig, 'language' | 'texts'>): Iterable<AuthError> {
  const known = new Set([...SHIPPED.keys(), ...Object.keys(texts)]);
  for (const tag of [language].flat()) {
    if (!isTag(tag)) yield noTag('language', tag);
    else if (!parentsOf(tag).some((parent) => known.has(parent))) {
      yield new AuthError(
        `language: there are no texts in '${tag}'; write them in \`texts.${tag}\`, or use ${[...known].join(', ')}`,
      );
    }
  }
}

function* checkGroup(path: string, own: object, base: object): Iterable<AuthError> {
  const tests: OptionTests = Object.fromEntries(
    Object.entries(base).map(([key, value]: [string, unknown]) => [key, testOf(value)]),
  );
  yield* checkNames(path, own, tests);
  yield* checkValues(path, own, tests);
  for (const [key, value] of Object.entries(base)) {
    const group: unknown = new Map<string, unknown>(Object.entries(own)).get(key);
    if (isObject(value) && isObject(group)) yield* checkGroup(`${path}${key}.`, group, value);
  }
}

function testOf(value: unknown): OptionTests[string] {
  switch (typeof value) {
    case 'function':
      return ['a function that returns a string', (own) => typeof own === 'function'];
    case 'object':
      return ['an object of texts', isObject];
    default:
      return ['a string', (own) => typeof own === 'string' && own !== ''];
  }
}

/** Whether a tag is canonical, as it is shown in `Content-Language`. @see RFC 5646 section 2.1.1 */
function isTag(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,3}$/.test(tag) && canonical(tag) === tag;
}

function noTag(option: string, tag: string): AuthError {
  const meant = canonical(tag.replaceAll('_', '-'));
  const hint = meant !== undefined && isTag(meant) ? `; did you mean '${meant}'?` : '';
  return new AuthError(`${option}: expected a language tag such as 'de' or 'pt-BR'${hint}`);
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
