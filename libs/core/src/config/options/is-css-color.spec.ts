import fc from 'fast-check';
import { isCssColor, parseCssColor } from './is-css-color.js';

describe('isCssColor', () => {
  it.each([
    '#abc',
    '#ABCD',
    '#a1b2c3',
    '#a1b2c3d4',
    'rgb(1, 2, 3)',
    'rgba(1,2,3,.5)',
    'rgb(10% 20% 30% / 50%)',
    'hsl(210, 50%, 40%)',
    'HSL(210deg 50% 40% / 0.4)',
    'oklch(0.7 0.15 240)',
    'oklch(70% 0.15 240deg / 80%)',
    'rebeccapurple',
    'RebeccaPurple',
  ])('accepts %s', (value) => {
    expect(isCssColor(value)).toBe(true);
  });

  it.each([
    '',
    ' red',
    'red}</style><script>',
    'red;background:url(//evil.example)',
    'url(https://evil.example)',
    'var(--x)',
    'expression(alert(1))',
    'inherit',
    'constructor',
    '__proto__',
    '#ab',
    '#abcde',
    '#ggg',
    'rgb(1, 2 3)',
    'rgb(1,2,3)\n',
    'rgb(1,2,3',
    'rgb(1deg, 2, 3)',
    'hsl(1, 2, 3)',
    `rgb(${'1'.repeat(80)},2,3)`,
    'color-mix(in srgb, red, blue)',
  ])('refuses %j (E10)', (value) => {
    expect(isCssColor(value)).toBe(false);
  });

  it.each([[undefined], [null], [0xff], [['red']], [{ toString: () => 'red' }]])(
    'refuses %p, which is not a string',
    (value) => {
      expect(isCssColor(value)).toBe(false);
    },
  );

  it('accepts no string with a character that could break out of a declaration (E10)', () => {
    const part = fc.constantFrom('red', 'rgb(', ')', '1', ',', ' ', '#', 'fff', ';', '}', '<', '"');
    const mixed = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''));

    fc.assert(
      fc.property(fc.oneof(mixed, fc.string()), (value) => {
        expect(isCssColor(value) && /[^\w\s#.,%+/()-]/.test(value)).toBe(false);
      }),
    );
  });
});

describe('parseCssColor', () => {
  it.each([
    ['#f80', { model: 'rgb', components: [255, 136, 0], alpha: 1 }],
    ['#00000080', { model: 'rgb', components: [0, 0, 0], alpha: 128 / 255 }],
    ['teal', { model: 'rgb', components: [0, 128, 128], alpha: 1 }],
    ['rgb(100% 0% 20% / 25%)', { model: 'rgb', components: [255, 0, 51], alpha: 0.25 }],
    ['hsl(210, 50%, 40%)', { model: 'hsl', components: [210, 50, 40], alpha: 1 }],
    ['oklch(70% 50% 240deg)', { model: 'oklch', components: [0.7, 0.2, 240], alpha: 1 }],
    ['rgba(0, 0, 0, 7)', { model: 'rgb', components: [0, 0, 0], alpha: 1 }],
  ])('reads %s', (text, color) => {
    expect(parseCssColor(text)).toEqual(color);
  });
});
