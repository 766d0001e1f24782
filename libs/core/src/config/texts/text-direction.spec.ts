import { textDirection } from './text-direction.js';

describe('textDirection', () => {
  it.each([
    'ar',
    'ar-EG',
    'he',
    'fa',
    'ur',
    'ckb',
    'ps',
    'sd',
    'ug',
    'yi',
    'dv',
    'az-Arab',
    'ff-Adlm',
  ])('is from right to left for %s', (tag) => {
    expect(textDirection(tag)).toBe('rtl');
  });

  it.each(['en', 'de-CH', 'ja', 'hi', 'tr', 'az', 'ar-Latn', 'ku', 'qaa', 'ar_EG', ''])(
    'is not set for %s, since left to right is the default',
    (tag) => {
      expect(textDirection(tag)).toBeUndefined();
    },
  );
});
