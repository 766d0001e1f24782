import { type CssColor, parseCssColor } from '../../config/options/is-css-color.js';

type Rgb = readonly [number, number, number];

/**
 * Converts a colour to hex notation, for programs that support no other, above all mail programs.
 * @param color - any colour that `isCssColor` accepts; a translucent one is blended with white
 * @returns e.g. `#2b59c3`; black for an invalid colour
 */
export function toHexColor(color: string): string {
  const parsed = parseCssColor(color);
  if (!parsed) return '#000000';
  const bytes = toRgb(parsed).map((channel) => {
    const onWhite = channel * parsed.alpha + 1 - parsed.alpha;
    return Math.round(onWhite * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** Converts to sRGB, 0-1 each; values out of range are clamped. */
export function toRgb({ model, components }: CssColor): Rgb {
  switch (model) {
    case 'rgb':
      return clamp(components.map((byte) => byte / 255));
    case 'hsl':
      return hslToRgb(components);
    case 'oklch':
      return oklchToRgb(components);
    default:
      return model satisfies never;
  }
}

/** @see CSS Color Module Level 4, section 7.1 */
function hslToRgb([hue, saturation, lightness]: Rgb): Rgb {
  const l = lightness / 100;
  const reach = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return l - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return clamp([channel(0), channel(8), channel(4)]);
}

/** @see CSS Color Module Level 4, section 10.2 */
function oklchToRgb([lightness, chroma, hue]: Rgb): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return clamp(
    [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ].map(toGamma),
  );
}

function toGamma(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function clamp([r = 0, g = 0, b = 0]: readonly number[]): Rgb {
  const cut = (channel: number) => Math.min(1, Math.max(0, channel));
  return [cut(r), cut(g), cut(b)];
}
