import { englishTexts } from './english.js';
import { germanTexts } from './german.js';

/** What both languages write alike. */
const ALIKE = [
  // A proper name would be, a sentence never is.
] as readonly string[];

const SAMPLES: readonly unknown[] = ['app.example', 1, 2];

/** Every text by its place, those of functions for each sample. */
function textsOf(texts: object, path = ''): [place: string, text: unknown][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}${key}`;
    if (typeof value === 'object' && value !== null) return textsOf(value, `${place}.`);
    if (typeof value !== 'function') return [[place, value] as [string, unknown]];
    return SAMPLES.map((sample): [string, unknown] => [
      `${place}(${String(sample)})`,
      (value as (given: unknown) => unknown)(sample),
    ]);
  });
}

describe('the shipped languages', () => {
  const english = textsOf(englishTexts);
  const german = new Map(textsOf(germanTexts));

  it.each(english)('have a text of their own for %s', (place, text) => {
    const translated = german.get(place);

    expect(text).toEqual(expect.stringMatching(/\S/));
    expect(translated).toEqual(expect.stringMatching(/\S/));
    if (!ALIKE.includes(place)) expect(translated).not.toBe(text);
  });

  it('have no text that the other one lacks', () => {
    expect([...german.keys()].toSorted()).toEqual(english.map(([place]) => place).toSorted());
  });

  it.each(
    english.filter(([place]) => place.endsWith('(app.example)') && !place.startsWith('durations')),
  )('repeat in %s what they get', (place, text) => {
    expect(text).toContain('app.example');
    expect(german.get(place)).toContain('app.example');
  });
});
