import type { FeatureOptions } from '../options/feature-options.js';
import { overrideTexts } from './override-texts.js';
import { englishTexts } from './english.js';
import { germanTexts } from './german.js';
import type { Language, Languages } from './language.js';
import type { AllTexts, TextOverrides, Texts } from '../../model/texts.js';

/** Texts of an application, by language tag. */
export type TextsByLanguage = Readonly<Record<string, TextOverrides>>;

/** The languages with a complete set of shipped texts, by tag. */
export const SHIPPED: ReadonlyMap<string, Texts> = new Map([
  ['en', englishTexts],
  ['de', germanTexts],
]);

/** English, for anything that is rendered outside a request. */
export const IN_ENGLISH: Language = Object.freeze({
  tag: 'en',
  choice: 'fixed',
  texts: englishTexts as AllTexts,
});

/**
 * Returns the languages of an application with complete texts.
 * @param language - the only language, or a list to choose from, whose first one is the fallback;
 * undefined for all languages that have texts
 */
export function resolveLanguages(
  language: string | readonly string[] | undefined,
  texts: TextsByLanguage = {},
  features: readonly FeatureOptions[] = [],
): Languages {
  const all = [...new Set([...SHIPPED.keys(), ...Object.keys(texts)])];
  const wanted = typeof language === 'string' ? [language] : (language ?? all);
  return languagesOf([...new Set(wanted)], texts, features);
}

/** Returns the texts of a shipped language, those of features included. */
export function shippedTexts(tag: string, features: readonly FeatureOptions[]): AllTexts {
  const base = SHIPPED.get(tag) ?? englishTexts;
  const added = features.map(({ texts }) => texts?.[tag] ?? texts?.en);
  return Object.freeze(Object.assign({}, base, ...added)) as AllTexts;
}

function languagesOf(
  tags: readonly string[],
  own: TextsByLanguage,
  features: readonly FeatureOptions[],
): Languages {
  const choice = tags.length === 1 ? 'fixed' : 'negotiated';
  const [first, ...others] = tags.map((tag) =>
    Object.freeze({ tag, choice, texts: textsOf(parentsOf(tag), own, features) } as const),
  );
  return Object.freeze([first ?? IN_ENGLISH, ...others] as const);
}

/** Merges the shipped texts with those of each tag, the most specific last: `de`, `de-CH`. */
function textsOf(
  parents: readonly string[],
  own: TextsByLanguage,
  features: readonly FeatureOptions[],
): AllTexts {
  const shipped = shippedTexts(parents[0] ?? '', features);
  return parents.reduce((base, tag) => {
    const found = Object.hasOwn(own, tag) ? own[tag] : undefined;
    return found ? overrideTexts(base, found) : base;
  }, shipped);
}

/** Returns a tag and its parents, the shortest first, e.g. `de` and `de-CH` for `de-CH`. */
export function parentsOf(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'));
}
