import type { JWT } from '../model/jwt.js';

/**
 * Formats the end of a session for clients. The text is kept for each opened token, since
 * formatting a date takes a tenth of the time of a guarded request.
 */
export class ExpiryTexts {
  private readonly texts = new WeakMap<JWT, { readonly end: number; readonly text: string }>();

  /**
   * @param end - seconds since the epoch
   * @returns ISO 8601 in UTC, with milliseconds
   */
  of(claims: JWT, end: number): string {
    const known = this.texts.get(claims);
    if (known?.end === end) return known.text;
    const text = new Date(end * 1000).toISOString();
    this.texts.set(claims, { end, text });
    return text;
  }
}
