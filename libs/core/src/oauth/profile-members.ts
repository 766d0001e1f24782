import { cutText } from '../model/cut-text.js';
import { isShortUrl } from '../model/is-short-url.js';

/** Longest name, in characters: the length of the narrowest common column. */
const MAX_NAME = 255;
/** Matches an image as a data URL. A script in an SVG does not run inside an `img`. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,][^\s\p{Cc}]*$/iu;

/** What the Microsoft Entra provider of Auth.js puts before the photo itself. */
const BLANK_BEFORE_DATA = /(?<=^data:[^,\s]*;base64,) /i;

/** Returns the name, cut to 255 characters; undefined if it is not a string. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? cutText(value, MAX_NAME) : undefined;
}

/**
 * Returns a picture that a page can show: an http(s) URL, or the image itself as `data:image/…`,
 * which presets create from photos that require the access token. Anything else, such as
 * `javascript:`, is dropped.
 */
export function pictureOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const picture = value.replace(BLANK_BEFORE_DATA, '');
  return isHttpUrl(picture) || DATA_IMAGE.test(picture) ? picture : undefined;
}

function isHttpUrl(value: string): boolean {
  return isShortUrl(value) && /^https?:\/\//i.test(value) && !/[\s\\\p{Cc}]/u.test(value);
}
