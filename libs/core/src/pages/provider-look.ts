import { isCssColor } from '../config/is-css-color.js';
import { isSafeImageUrl } from '../config/is-safe-url.js';
import type { ProviderStyle } from '../provider/oauth-provider.js';
import { readableTextColor } from './readable-text-color.js';

/** How a provider is shown, made of checked values only. */
export interface ProviderLook {
  /** Source of the image; without it the initial is drawn. */
  readonly logo?: string;
  /** Upper-case first letter or digit of the name. */
  readonly initial: string;
  readonly brandColor?: string;
}

/** Chooses what a button shows. A value that is no colour or no image counts as absent. */
export function providerLook(name: string, style: ProviderStyle): ProviderLook {
  const brandColor = style.brandColor ?? style.bg;
  return {
    logo: isSafeImageUrl(style.logo) ? style.logo : undefined,
    initial: (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '#').toUpperCase(),
    brandColor: isCssColor(brandColor) ? brandColor : undefined,
  };
}

/** The rules of one button. They are in the style block because the policy forbids `style=""`. */
export function providerRule(className: string, { brandColor, logo }: ProviderLook): string {
  const variable = `.${className}{--provider-brand-color:${brandColor ?? '#fff'}}`;
  // Logos are drawn for white paper, so they keep it in the dark.
  if (logo) return `${variable}.${className} .mark{background:#fff}`;
  if (!brandColor) return variable;

  const color = readableTextColor(brandColor);
  return `${variable}.${className} .mark{background:#fff linear-gradient(var(--provider-brand-color) 0 0);color:${color}}`;
}
