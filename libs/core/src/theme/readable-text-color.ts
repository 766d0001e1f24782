import { type CssColor, parseCssColor } from './is-css-color.js';
import { toRgb } from './to-rgb.js';

/** Below it white is the better text, above it black; both reach 4.5:1 here. */
const EQUAL_CONTRAST = Math.sqrt(1.05 * 0.05) - 0.05;

/**
 * Black or white, whichever reads better on a colour. The contrast is never under 4.5:1.
 * @param background - any colour of `isCssColor`; where it is translucent, white lies under it
 * @see WCAG 2.2, 1.4.3 and the definition of relative luminance
 */
export function readableTextColor(background: string): '#000' | '#fff' {
  const color = parseCssColor(background);
  return color && luminance(color) < EQUAL_CONTRAST ? '#fff' : '#000';
}

function luminance(color: CssColor): number {
  const [r, g, b] = toRgb(color).map((channel) =>
    toLinear(channel * color.alpha + 1 - color.alpha),
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
