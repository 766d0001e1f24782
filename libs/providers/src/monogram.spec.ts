import { brand } from './brand.js';
import { monogram } from './monogram.js';

const svgOf = (uri: string): string => decodeURIComponent(uri.replace('data:image/svg+xml,', ''));

describe('monogram', () => {
  it('draws letters on a square of the colour', () => {
    const svg = svgOf(monogram('GH', '#24292f'));

    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64">/);
    expect(svg).toContain('fill="#24292f"');
    expect(svg).toContain('>GH</text></svg>');
  });

  it.each([
    ['#000000', '#fff'],
    ['#ffffff', '#000'],
    ['#fee500', '#000'],
    ['#0052cc', '#fff'],
    ['#5865f2', '#fff'],
    ['#ff7300', '#000'],
  ])('on %s writes in %s', (color, ink) => {
    expect(svgOf(monogram('X', color))).toContain(`fill="${ink}" font`);
  });

  it('makes letters smaller where there are more', () => {
    const sizes = ['G', 'GH', 'EVE', 'WORD'].map((letters) =>
      Number(/font-size="(\d+)"/.exec(svgOf(monogram(letters, '#000000')))?.[1]),
    );

    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
  });

  it('I04 cannot be left by a letter', () => {
    expect(svgOf(monogram('<"&', '#000000'))).toContain('>&#60;&#34;&#38;</text>');
  });

  it('is a data URI without signs that would end an attribute or a policy', () => {
    expect(monogram('@', '#005ff9')).toMatch(/^data:image\/svg\+xml,[\w%.!~*'()-]+$/);
  });
});

describe('brand', () => {
  it('is the colour, and the letters on it', () => {
    expect(brand('#24292f', 'GH')).toEqual({
      brandColor: '#24292f',
      logo: monogram('GH', '#24292f'),
    });
  });
});
