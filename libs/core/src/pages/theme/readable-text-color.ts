import { type CssColor, parseCssColor } from '../../config/options/is-css-color.js';
import { toRgb } from './to-rgb.js';

/** At this luminance white and black text have the same contrast, which is above 4.5:1. */
const EQUAL_CONTRAST = Math.sqrt(1.05 * 0.05) - 0.05;

/**
 * Returns black or white, whichever is more readable on a colour. The contrast is at least 4.5:1.
 * @param background - any colour that `isCssColor` accepts; a translucent one is blended with white
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
