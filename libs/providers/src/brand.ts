import type { ProviderStyle } from '@authnest/core';
import type { Mark } from './marks.js';

/**
 * How a provider's button looks. The mark is part of the page, so that no host is asked for an image.
 * @param brandColor - `#rrggbb`
 * @param mark - absent where the vendor's rules do not ask everybody to show it: then a neutral sign is
 */
export function brand(brandColor: string, mark?: Mark): ProviderStyle {
  return mark === undefined ? { brandColor } : { brandColor, logo: drawing(mark) };
}

function drawing(mark: Mark): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${mark}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
