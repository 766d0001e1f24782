/** Longest URL that somebody else may name, in characters. */
const MAX_URL = 2048;

/** Whether a text from outside is a URL. A longer one is not parsed: a long host takes quadratic time. */
export function isShortUrl(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_URL && URL.canParse(value);
}
