import { chooseTag } from './accept-language.js';
import type { Language, Languages } from './language.js';

/** Chooses the language for a browser. @param header - its `Accept-Language`, untrusted */
export function chooseLanguage(languages: Languages, header: string | undefined): Language {
  const [first, ...others] = languages;
  if (others.length === 0) return first;
  const tag = chooseTag([first.tag, ...others.map((language) => language.tag)], header);
  return languages.find((language) => language.tag === tag) ?? first;
}
