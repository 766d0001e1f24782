import { isCssColor } from '../config/options/is-css-color.js';
import { isSafeImageUrl } from '../model/is-safe-url.js';
import type { ProviderStyle } from '../provider/oauth-provider.js';

/** How a provider is shown; contains only checked values. */
export interface ProviderLook {
  /** URL of the image. If it is absent, a generic icon is drawn. */
  readonly logo?: string;
  /** URL of the image for dark pages. */
  readonly logoDark?: string;
  readonly brandColor?: string;
}

/** Chooses what a button shows. Invalid colours and unsafe image URLs count as absent. */
export function providerLook(style: ProviderStyle): ProviderLook {
  const brandColor = style.brandColor ?? style.bg;
  return {
    logo: safeImage(style.logo),
    logoDark: safeImage(style.logoDark),
    brandColor: isCssColor(brandColor) ? brandColor : undefined,
  };
}

function safeImage(source: string | undefined): string | undefined {
  return isSafeImageUrl(source) ? source : undefined;
}

/** Returns every image that a button may show. */
export function imagesOf({ logo, logoDark }: ProviderLook = {}): string[] {
  if (logo === undefined) return [];
  return logoDark === undefined ? [logo] : [logo, logoDark];
}

/**
 * Returns the CSS rule of one button. It is in the style block, as the policy forbids `style=""`.
 * @see docs/design/wire-contract.md PG-2
 */
export function providerRule(className: string, { brandColor }: ProviderLook): string {
  return `.${className}{--provider-brand-color:${brandColor ?? '#fff'}}`;
}
