import type { AllTexts } from '../../model/texts.js';

/** The language of a page or a mail. */
export interface Language {
  /** BCP 47 tag, e.g. `de` or `pt-BR`. */
  readonly tag: string;
  /** `negotiated` if another browser may get a different language. */
  readonly choice: 'fixed' | 'negotiated';
  readonly texts: AllTexts;
}

/** The languages of an application; the first one is used if a browser accepts none of them. */
export type Languages = readonly [Language, ...Language[]];

/** Returns the headers for a response in a language. @see RFC 9110 sections 8.5 and 12.5.5 */
export function languageHeaders({ tag, choice }: Language): Record<string, string> {
  const header = { 'content-language': tag };
  return choice === 'fixed' ? header : { ...header, vary: 'Cookie, Accept-Language' };
}
