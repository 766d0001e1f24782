import type { ProviderStyle } from '@authnest/core';
import { monogram } from './monogram.js';

/**
 * How a provider's button looks.
 * @param brandColor - `#rrggbb`
 * @param letters - what the logo shows, one to three
 */
export function brand(brandColor: string, letters: string): ProviderStyle {
  return { brandColor, logo: monogram(letters, brandColor) };
}
