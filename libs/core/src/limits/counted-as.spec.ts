import { countedAs } from './counted-as.js';

/** Compares as the coarsest collations of databases do. */
const collator = new Intl.Collator('und', { sensitivity: 'base' });

describe('countedAs', () => {
  it.each([
    ['Greek, with a sigma in the middle and at the end', 'νικοσ', 'νικος'],
    ['Japanese, in both kinds of kana, small and large', 'やまっだ', 'ヤマツダ'],
    ['Hebrew, with a letter in its form for the end', 'שלומ', 'שלום'],
    ['Arabic, stretched', 'محمد', 'محـــمد'],
    ['Cyrillic, in a former form of a letter', 'вода', 'ᲀода'],
    ['Greek, with an iota below no letter', 'νικη', 'νͺκη'],
    ['two letters in one', 'aaron', 'ꜳron'],
  ])('is one for the spellings of a name: %s (RQ3)', (_, one, other) => {
    expect(collator.compare(one, other)).toBe(0);
    expect(countedAs(one)).toBe(countedAs(other));
  });

  it.each([
    ['日本', '日光'],
    ['やまだ', 'やまら'],
    ['jane', 'jan'],
    ['νικος', 'νικη'],
  ])('is another one for %s than for %s', (one, other) => {
    expect(countedAs(one)).not.toBe(countedAs(other));
  });
});
