import type { Language } from '../texts/language.js';

/** A built-in page, ready to send as `text/html; charset=utf-8`. */
export interface RenderedPage {
  readonly html: string;
  /** Value of the header that must go with it: without it, or with another, the style is lost. */
  readonly contentSecurityPolicy: string;
  readonly language: Language;
}
