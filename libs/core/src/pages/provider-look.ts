import { isCssColor } from '../theme/is-css-color.js';
import { isSafeImageUrl } from '../model/is-safe-url.js';
import type { ProviderStyle } from '../provider/oauth-provider.js';

/** How a provider is shown, made of checked values only. */
export interface ProviderLook {
  /** Source of the image; without it a generic sign is drawn. */
  readonly logo?: string;
  /** The same for a dark page. */
  readonly logoDark?: string;
  readonly brandColor?: string;
}

/** Chooses what a button shows. A value that is not a colour or an image counts as absent. */
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

/** Every image that a button may show. */
export function imagesOf({ logo, logoDark }: ProviderLook = {}): string[] {
  if (logo === undefined) return [];
  return logoDark === undefined ? [logo] : [logo, logoDark];
}

/**
 * The rules of one button. They are in the style block because the policy forbids `style=""`.
 * @see docs/design/wire-contract.md PG-2
 */
export function providerRule(className: string, { brandColor }: ProviderLook): string {
  return `.${className}{--provider-brand-color:${brandColor ?? '#fff'}}`;
}
