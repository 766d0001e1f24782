import { readableTextColor } from './readable-text-color.js';

describe('readableTextColor', () => {
  it.each([
    ['#000', '#fff'],
    ['#767676', '#000'],
    ['#737373', '#fff'],
    ['white', '#000'],
    ['navy', '#fff'],
    ['yellow', '#000'],
    ['rgb(29 78 216)', '#fff'],
    ['hsl(60, 100%, 50%)', '#000'],
    ['hsl(-120, 100%, 25%)', '#fff'],
    ['oklch(0.45 0.2 264)', '#fff'],
    ['oklch(0.9 0.15 110)', '#000'],
  ])('chooses for the background %s the text colour %s', (background, text) => {
    expect(readableTextColor(background)).toBe(text);
  });

  it('accounts for the white behind a translucent colour', () => {
    expect(readableTextColor('rgba(0, 0, 0, .1)')).toBe('#000');
    expect(readableTextColor('rgba(0, 0, 0, .9)')).toBe('#fff');
  });
});
