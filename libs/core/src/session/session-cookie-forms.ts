import type { CookieOccurrence } from '../cookies/request-cookies.js';
import { chunkNames } from './cookie-chunks.js';

/** One complete value, and the cookies that contain it. */
export interface SessionCookieForm {
  readonly value: string;
  readonly names: readonly string[];
  /** Whether it is a single cookie whose name has no suffix. */
  readonly isWhole: boolean;
}

/** The session cookies in a request. */
export interface PresentedSession {
  /**
   * The whole cookie and the one in parts, if present. If the whole cookie was sent several times,
   * each of its values; empty if a part was.
   */
  readonly forms: readonly SessionCookieForm[];
  /** Whether a name was sent more than once. */
  readonly isRepeated: boolean;
  /** The names of all cookies that were found. */
  readonly names: readonly string[];
}

export const NOTHING: PresentedSession = { forms: [], names: [], isRepeated: false };
/** Most values under one name that are looked at: one, one of a neighbour, and a former one. */
const MOST_VALUES = 3;
/** Most cookies in which sessions are looked for to end them: each may cost a look-up. */
const MOST_ENDED = 64;

/** Joins the parts of a cookie. @param all - every cookie that was found for `name` */
export function formsOf(all: readonly CookieOccurrence[], name: string): PresentedSession {
  const found = all.filter(({ value }) => value !== '');
  const [only, another] = found;
  if (!only) return NOTHING;
  // The usual case: one whole cookie.
  if (!another && only.suffix === '') {
    const names = [name];
    return { forms: [{ value: only.value, names, isWhole: true }], names, isRepeated: false };
  }
  const values = new Map(found.map(({ suffix, value }) => [suffix, value]));
  const names = [...values.keys()].map((suffix) => name + suffix);
  if (names.length < found.length)
    return { forms: repeatedForms(found, name), names, isRepeated: true };
  const forms = [...wholeForms(found, name), ...partedForm(values, name)];
  return { forms, names, isRepeated: false };
}

/** Returns every value that the cookies may contain, also if names were sent more than once. */
export function allFormsOf(all: readonly CookieOccurrence[], name: string): SessionCookieForm[] {
  const found = all.filter(({ value }) => value !== '').slice(0, MOST_ENDED);
  const parted = [found, found.toReversed()].flatMap((cookies) =>
    partedForm(new Map(cookies.map(({ suffix, value }) => [suffix, value])), name),
  );
  const forms = [...wholeForms(found, name), ...parted];
  return [...new Map(forms.map((form) => [form.value, form])).values()];
}

/** Values, keyed by the suffix of the cookie's name. */
type Values = ReadonlyMap<string, string>;

function wholeForms(found: readonly CookieOccurrence[], name: string): SessionCookieForm[] {
  return found
    .filter(({ suffix }) => suffix === '')
    .map(({ value }) => ({ value, names: [name], isWhole: true }));
}

/** Returns the values of a whole cookie that was sent several times; none if there are parts. */
function repeatedForms(found: readonly CookieOccurrence[], name: string): SessionCookieForm[] {
  const isOfWhole = found.every(({ suffix }) => suffix === '') && found.length <= MOST_VALUES;
  return isOfWhole ? wholeForms(found, name) : [];
}

function partedForm(values: Values, name: string): SessionCookieForm[] {
  const parts: string[] = [];
  for (;;) {
    const part = values.get(`.${parts.length}`);
    if (part === undefined) break;
    parts.push(part);
  }
  return parts.length === 0
    ? []
    : [{ value: parts.join(''), names: chunkNames(name, parts.length), isWhole: false }];
}
