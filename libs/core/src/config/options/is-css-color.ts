/** A parsed colour: its notation, its three components and its opacity. */
export interface CssColor {
  readonly model: 'rgb' | 'hsl' | 'oklch';
  /** rgb: 0-255 each. hsl: degrees, 0-100, 0-100. oklch: 0-1, 0-0.4 or more, degrees. */
  readonly components: readonly [number, number, number];
  /** From 0 to 1. */
  readonly alpha: number;
}

/** Longer than any sensible colour; bounds the work on an unchecked value. */
const MAX_LENGTH = 64;

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)`;
const PERCENT = `${NUMBER}%`;
const EITHER = `${NUMBER}%?`;
const HUE = `${NUMBER}(?:deg)?`;

const RGB = notation('rgba?', [EITHER, EITHER, EITHER]);
const HSL = notation('hsla?', [HUE, PERCENT, PERCENT]);
const OKLCH = notation('oklch', [EITHER, EITHER, HUE]);

/** Matches the comma form (`a, b, c, alpha`) or the space form (`a b c / alpha`), but no mix. */
function notation(name: string, [a, b, c]: readonly [string, string, string]): RegExp {
  const commas = `(${a}) *, *(${b}) *, *(${c})(?: *, *(${EITHER}))?`;
  const spaces = `(${a}) +(${b}) +(${c})(?: */ *(${EITHER}))?`;
  return new RegExp(String.raw`^${name}\( *(?:${commas}|${spaces}) *\)$`, 'i');
}

/**
 * Reads a colour in hex, `rgb()`, `hsl()` or `oklch()` notation, or by its name.
 * @returns null for anything else, including all that could break out of a declaration
 * @see CSS Color Module Level 4
 */
export function parseCssColor(value: unknown): CssColor | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  const name = value.toLowerCase();
  if (Object.hasOwn(NAMED, name)) return fromHex(NAMED[name] ?? '');
  if (HEX.test(value)) return fromHex(value);

  return (
    fromCall('rgb', RGB, value) ?? fromCall('hsl', HSL, value) ?? fromCall('oklch', OKLCH, value)
  );
}

/** Whether a value is a colour that may be used in a style sheet. */
export function isCssColor(value: unknown): value is string {
  return parseCssColor(value) !== null;
}

function fromHex(hex: string): CssColor {
  const digits = hex.slice(1);
  const long = digits.length > 4 ? digits : digits.replace(/./g, '$&$&');
  const byte = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return {
    model: 'rgb',
    components: [byte(0), byte(2), byte(4)],
    alpha: long.length > 6 ? byte(6) / 255 : 1,
  };
}

/** The value of 100 % for each component. */
const FULL = { rgb: [255, 255, 255], hsl: [360, 100, 100], oklch: [1, 0.4, 360] } as const;

function fromCall(model: CssColor['model'], pattern: RegExp, value: string): CssColor | null {
  const found = pattern
    .exec(value)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (!found) return null;

  const [a = '', b = '', c = '', alpha = '1'] = found;
  const full = FULL[model];
  return {
    model,
    components: [amount(a, full[0]), amount(b, full[1]), amount(c, full[2])],
    alpha: Math.min(1, Math.max(0, amount(alpha, 1))),
  };
}

function amount(text: string, full: number): number {
  const number = Number.parseFloat(text);
  return text.endsWith('%') ? (number / 100) * full : number;
}

/** @see CSS Color Module Level 4, section 6.1 */
// prettier-ignore
const NAMED: Readonly<Record<string, string>> = {
  aliceblue: '#f0f8ff', antiquewhite: '#faebd7', aqua: '#00ffff', aquamarine: '#7fffd4',
  azure: '#f0ffff', beige: '#f5f5dc', bisque: '#ffe4c4', black: '#000000',
  blanchedalmond: '#ffebcd', blue: '#0000ff', blueviolet: '#8a2be2', brown: '#a52a2a',
  burlywood: '#deb887', cadetblue: '#5f9ea0', chartreuse: '#7fff00', chocolate: '#d2691e',
  coral: '#ff7f50', cornflowerblue: '#6495ed', cornsilk: '#fff8dc', crimson: '#dc143c',
  cyan: '#00ffff', darkblue: '#00008b', darkcyan: '#008b8b', darkgoldenrod: '#b8860b',
  darkgray: '#a9a9a9', darkgreen: '#006400', darkgrey: '#a9a9a9', darkkhaki: '#bdb76b',
  darkmagenta: '#8b008b', darkolivegreen: '#556b2f', darkorange: '#ff8c00', darkorchid: '#9932cc',
  darkred: '#8b0000', darksalmon: '#e9967a', darkseagreen: '#8fbc8f', darkslateblue: '#483d8b',
  darkslategray: '#2f4f4f', darkslategrey: '#2f4f4f', darkturquoise: '#00ced1',
  darkviolet: '#9400d3', deeppink: '#ff1493', deepskyblue: '#00bfff', dimgray: '#696969',
  dimgrey: '#696969', dodgerblue: '#1e90ff', firebrick: '#b22222', floralwhite: '#fffaf0',
  forestgreen: '#228b22', fuchsia: '#ff00ff', gainsboro: '#dcdcdc', ghostwhite: '#f8f8ff',
  gold: '#ffd700', goldenrod: '#daa520', gray: '#808080', green: '#008000', greenyellow: '#adff2f',
  grey: '#808080', honeydew: '#f0fff0', hotpink: '#ff69b4', indianred: '#cd5c5c',
  indigo: '#4b0082', ivory: '#fffff0', khaki: '#f0e68c', lavender: '#e6e6fa',
  lavenderblush: '#fff0f5', lawngreen: '#7cfc00', lemonchiffon: '#fffacd', lightblue: '#add8e6',
  lightcoral: '#f08080', lightcyan: '#e0ffff', lightgoldenrodyellow: '#fafad2',
  lightgray: '#d3d3d3', lightgreen: '#90ee90', lightgrey: '#d3d3d3', lightpink: '#ffb6c1',
  lightsalmon: '#ffa07a', lightseagreen: '#20b2aa', lightskyblue: '#87cefa',
  lightslategray: '#778899', lightslategrey: '#778899', lightsteelblue: '#b0c4de',
  lightyellow: '#ffffe0', lime: '#00ff00', limegreen: '#32cd32', linen: '#faf0e6',
  magenta: '#ff00ff', maroon: '#800000', mediumaquamarine: '#66cdaa', mediumblue: '#0000cd',
  mediumorchid: '#ba55d3', mediumpurple: '#9370db', mediumseagreen: '#3cb371',
  mediumslateblue: '#7b68ee', mediumspringgreen: '#00fa9a', mediumturquoise: '#48d1cc',
  mediumvioletred: '#c71585', midnightblue: '#191970', mintcream: '#f5fffa', mistyrose: '#ffe4e1',
  moccasin: '#ffe4b5', navajowhite: '#ffdead', navy: '#000080', oldlace: '#fdf5e6',
  olive: '#808000', olivedrab: '#6b8e23', orange: '#ffa500', orangered: '#ff4500',
  orchid: '#da70d6', palegoldenrod: '#eee8aa', palegreen: '#98fb98', paleturquoise: '#afeeee',
  palevioletred: '#db7093', papayawhip: '#ffefd5', peachpuff: '#ffdab9', peru: '#cd853f',
  pink: '#ffc0cb', plum: '#dda0dd', powderblue: '#b0e0e6', purple: '#800080',
  rebeccapurple: '#663399', red: '#ff0000', rosybrown: '#bc8f8f', royalblue: '#4169e1',
  saddlebrown: '#8b4513', salmon: '#fa8072', sandybrown: '#f4a460', seagreen: '#2e8b57',
  seashell: '#fff5ee', sienna: '#a0522d', silver: '#c0c0c0', skyblue: '#87ceeb',
  slateblue: '#6a5acd', slategray: '#708090', slategrey: '#708090', snow: '#fffafa',
  springgreen: '#00ff7f', steelblue: '#4682b4', tan: '#d2b48c', teal: '#008080',
  thistle: '#d8bfd8', tomato: '#ff6347', turquoise: '#40e0d0', violet: '#ee82ee', wheat: '#f5deb3',
  white: '#ffffff', whitesmoke: '#f5f5f5', yellow: '#ffff00', yellowgreen: '#9acd32',
};
