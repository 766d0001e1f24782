import fc from 'fast-check';
import { chooseTag, parseAcceptLanguage } from './accept-language.js';

describe('parseAcceptLanguage', () => {
  it.each([
    ['de', ['de']],
    ['de-CH, de;q=0.9, en;q=0.8', ['de-ch', 'de', 'en']],
    ['en;q=0.1,de;q=0.9', ['de', 'en']],
    ['fr ; q=0.5 , de', ['de', 'fr']],
    ['*', ['*']],
  ])('reads %s', (header, wanted) => {
    expect(parseAcceptLanguage(header).wanted).toEqual(wanted);
  });

  it.each([
    '',
    ',',
    ';',
    'de;q=NaN',
    'de;q=-1',
    'de;q=2',
    'de;q=1e3',
    'de;q=0.1234',
    'de;q=',
    'de;r=1',
  ])('skips malformed members: %j', (header) => {
    expect(parseAcceptLanguage(header)).toEqual({ wanted: [], refused: [] });
  });

  it.each([
    'de;q=1;q=1',
    'd e',
    'de_AT',
    '-',
    'de-',
    '<script>',
    '__proto__',
    'ä',
    'toolonglanguage',
  ])('skips anything that is not a language range: %j', (header) => {
    expect(parseAcceptLanguage(header).wanted).toEqual([]);
  });

  it('lists languages with weight 0 separately', () => {
    expect(parseAcceptLanguage('en;q=0, de;q=0.000, *;q=0.5')).toEqual({
      wanted: ['*'],
      refused: ['en', 'de'],
    });
  });

  it('reads only the beginning of a long header', () => {
    const members = Array.from({ length: 4000 }, (_, at) => `x${at}`);

    expect(parseAcceptLanguage(members.join(',')).wanted.length).toBeLessThanOrEqual(32);
    expect(parseAcceptLanguage(`${' '.repeat(8000)},de`).wanted).toEqual([]);
  });
});

describe('chooseTag', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-de', 'de'],
    ['de-CH-1996', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['en, de', 'en'],
    ['de;q=0.5, en;q=0.9', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['en;q=0, *', 'de'],
    ['en;q=0', 'de'],
    ['en;q=0, de;q=0, pt-BR;q=0', 'en'],
    ['de;q=NaN, pt', 'pt-BR'],
  ])('chooses for the header %s the language %s', (header, tag) => {
    expect(chooseTag(['en', 'de', 'pt-BR'], header)).toBe(tag);
  });

  it('prefers the exact tag, else the language without a region', () => {
    expect(chooseTag(['en', 'de', 'de-CH'], 'de-CH')).toBe('de-CH');
    expect(chooseTag(['en', 'de', 'de-CH'], 'de-AT')).toBe('de');
  });

  it('chooses one of the given tags for every header', () => {
    const piece = fc.constantFrom('de', 'en', '*', ';', 'q=', '0', '1', '.', ',', '-', ' ', 'NaN');
    const header = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );

    fc.assert(
      fc.property(header, (value) => {
        expect(['en', 'de']).toContain(chooseTag(['en', 'de'], value));
      }),
    );
  });
});
