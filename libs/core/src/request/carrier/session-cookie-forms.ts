import type { CookieOccurrence } from '../../cookies/request-cookies.js';
import { chunkNames, MAX_CHUNKS } from './cookie-chunks.js';
import type { PresentedSession, SessionCookieForm } from './session-carrier.port.js';

export const NOTHING: PresentedSession = { forms: [], names: [], isRepeated: false };
/** Most values under one name that are looked at: one, one of a neighbour, and a former one. */
const MOST_VALUES = 3;
/** Most values of a part: three sessions in parts would not fit into a request. */
const MOST_PARTS = 2;
/** Most cookies in which sessions are looked for to end them: each may cost a look-up. */
const MOST_ENDED = 64;

/**
 * Joins the parts of a cookie. Of names that were sent more often than anybody sends them, nothing
 * counts: values were planted.
 * @param all - every cookie that was found for `name`
 */
export function formsOf(all: readonly CookieOccurrence[], name: string): PresentedSession {
  const found = all.filter(({ value }) => value !== '');
  const [only, another] = found;
  if (!only) return NOTHING;
  // The usual case: one whole cookie.
  if (!another && only.suffix === '') {
    const names = [name];
    return { forms: [{ value: only.value, names, isWhole: true }], names, isRepeated: false };
  }
  const values = bySuffix(found);
  const names = [...values.keys()].map((suffix) => name + suffix);
  const isRepeated = names.length < found.length;
  return { forms: isFlooded(values) ? [] : allForms(values, name), names, isRepeated };
}

/** Returns every value that the cookies may contain, also if names were sent often. */
export function allFormsOf(all: readonly CookieOccurrence[], name: string): SessionCookieForm[] {
  const found = all.filter(({ value }) => value !== '').slice(0, MOST_ENDED);
  const values = bySuffix(found);
  if (!isFlooded(values)) return allForms(values, name);
  const ends = new Map(
    [...values].map(([suffix, [first = '', ...others]]) => [
      suffix,
      suffix === '' ? [first, ...others] : [first, others.at(-1) ?? first],
    ]),
  );
  return allForms(ends, name);
}

/** Values, keyed by the suffix of the cookie's name. */
type Values = ReadonlyMap<string, readonly string[]>;

function bySuffix(found: readonly CookieOccurrence[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { suffix, value } of found) {
    const known = values.get(suffix);
    if (known) known.push(value);
    else values.set(suffix, [value]);
  }
  return values;
}

function isFlooded(values: Values): boolean {
  return [...values].some(
    ([suffix, all]) => all.length > (suffix === '' ? MOST_VALUES : MOST_PARTS),
  );
}

function allForms(values: Values, name: string): SessionCookieForm[] {
  const whole = new Set(values.get(''));
  return [
    ...[...whole].map((value) => ({ value, names: [name], isWhole: true })),
    ...partedForms(values, name),
  ];
}

/**
 * Returns what the parts may contain: if some were sent twice, each way to join them. All but one of
 * these cannot be opened.
 */
function partedForms(values: Values, name: string): SessionCookieForm[] {
  const parts: (readonly string[])[] = [];
  for (let part = values.get('.0'); part; part = values.get(`.${parts.length}`)) parts.push(part);
  if (parts.length === 0) return [];
  const formOf = (value: string, count: number): SessionCookieForm => ({
    value,
    names: chunkNames(name, count),
    isWhole: false,
  });
  if (parts.every(({ length }) => length === 1)) return [formOf(parts.join(''), parts.length)];
  const forms: SessionCookieForm[] = [];
  let joined = [''];
  for (const [at, part] of parts.slice(0, MAX_CHUNKS).entries()) {
    joined = joined.flatMap((start) => [...new Set(part)].map((end) => start + end));
    forms.push(...joined.map((value) => formOf(value, at + 1)));
  }
  return forms;
}
