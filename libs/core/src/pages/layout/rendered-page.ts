import type { Language } from '../../config/texts/language.js';

/** A built-in page, ready to send as `text/html; charset=utf-8`. */
export interface RenderedPage {
  readonly html: string;
  /** Value of the header to send with the page; a different policy might block its style. */
  readonly contentSecurityPolicy: string;
  readonly language: Language;
}
