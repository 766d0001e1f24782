import type { Place } from './provider-facts.js';

const namesOf = (place: Place): readonly string[] =>
  typeof place === 'string' ? place.split('.') : place;

/** Returns the value at a place, or undefined if there is none. */
export function valueAt(value: unknown, place: Place): unknown {
  return namesOf(place).reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value);
}

/** Returns a copy with another value at a place; undefined removes the member. */
export function withValueAt(whole: object, place: Place, value: unknown): object {
  const copy = structuredClone(whole);
  const names = namesOf(place);
  const holder: unknown = valueAt(copy, names.slice(0, -1));
  Reflect.set(Object(holder), names.at(-1) ?? '', value);
  // The same as in a response that was sent as JSON.
  return JSON.parse(JSON.stringify(copy)) as object;
}

/** Returns a copy with different strings, except at some places and in email addresses. */
export function withOtherTexts(whole: object, but: readonly Place[]): object {
  const kept = but.map((place) => [place, valueAt(whole, place)] as const);
  const others = JSON.parse(JSON.stringify(whole), (_, value: unknown) =>
    typeof value === 'string' && !value.includes('@') ? `other-${value}` : value,
  ) as object;
  return kept.reduce((copy, [place, value]) => withValueAt(copy, place, value), others);
}
