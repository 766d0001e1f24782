import type { ProviderStyle } from '@authnest/core';
import { inWhite, type Mark } from './marks.js';

/**
 * Returns the style of a provider's button. The logo is inlined, so it needs no further request.
 * @param brandColor - `#rrggbb`
 * @param mark - absent if the vendor's rules do not require a logo; a neutral icon is shown then
 * @param onDark - `white` for a black mark, which would be invisible on a dark page
 */
export function brand(
  brandColor: string,
  mark?: Mark,
  onDark: 'same' | 'white' = 'same',
): ProviderStyle {
  if (mark === undefined) return { brandColor };
  const dark = onDark === 'white' ? inWhite(mark) : mark;
  return { brandColor, logo: drawing(mark), logoDark: drawing(dark) };
}

function drawing(mark: Mark): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${mark}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
