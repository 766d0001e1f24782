import { englishTexts } from './english.js';
import { germanTexts } from './german.js';

/** Keys of texts that are the same in both languages. */
const ALIKE = [
  // A proper name may be listed here, but never a sentence.
] as readonly string[];

const SAMPLES: readonly unknown[] = ['app.example', 1, 2];

/** Returns every text with its key path; functions are called with each sample. */
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

  it.each(english)('each have their own text for %s', (place, text) => {
    const translated = german.get(place);

    expect(text).toEqual(expect.stringMatching(/\S/));
    expect(translated).toEqual(expect.stringMatching(/\S/));
    if (!ALIKE.includes(place)) expect(translated).not.toBe(text);
  });

  it('have texts for the same keys', () => {
    expect([...german.keys()].toSorted()).toEqual(english.map(([place]) => place).toSorted());
  });

  it.each(
    english.filter(([place]) => place.endsWith('(app.example)') && !place.startsWith('durations')),
  )('include the argument in the text of %s', (place, text) => {
    expect(text).toContain('app.example');
    expect(german.get(place)).toContain('app.example');
  });
});
