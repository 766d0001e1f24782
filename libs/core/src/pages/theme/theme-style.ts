import { isCssColor } from '../../config/options/is-css-color.js';
import type { Theme } from '../../model/theme.js';
import { readableTextColor } from './readable-text-color.js';

/** White text on it has a contrast of 6.3:1. */
const DEFAULT_BRAND = '#2b59c3';

const LIGHT =
  '--page:#f5f6f8;--card:#fff;--text:#15181e;--soft:#5b6270;--line:#e3e6eb;--strong:#ccd1da;--edge:#868e9c;' +
  '--field:#fff;--hover:#f3f4f7;--link:#1d4ed8;--focus:#1d4ed8;--alert:#fef2f2;--alert-line:#f5c2c2;--alert-text:#991b1b';

const DARK =
  '--page:#0c0e12;--card:#15181e;--text:#eef0f4;--soft:#a0a7b4;--line:#2a2f39;--strong:#3b424e;--edge:#6b7382;' +
  '--field:#1b1f27;--hover:#242933;--link:#8fb4ff;--focus:#8fb4ff;--alert:#2b1618;--alert-line:#5e2529;--alert-text:#ffb4b4';

/** `auto` follows the system. */
export type ColorScheme = 'auto' | 'dark' | 'light';

/** Returns the colour scheme of a theme; `auto` if it is absent or invalid. */
export function colorScheme(theme: Theme): ColorScheme {
  const scheme = theme.colorScheme;
  return scheme === 'dark' || scheme === 'light' ? scheme : 'auto';
}

/** Returns the custom properties for the page style. Defaults replace invalid colours. */
export function themeStyle(theme: Theme): string {
  const { brand, text } = themeColors(theme);
  return `${schemeStyle(theme)}:root{--brand-color:${brand};--button-text-color:${text}}`;
}

/** Returns checked colours for buttons and the text on them. */
export function themeColors(theme: Theme): { readonly brand: string; readonly text: string } {
  const brand = isCssColor(theme.brandColor) ? theme.brandColor : DEFAULT_BRAND;
  const text = isCssColor(theme.buttonText) ? theme.buttonText : readableTextColor(brand);
  return { brand, text };
}

function schemeStyle(theme: Theme): string {
  const light = `:root{color-scheme:light;${LIGHT}}`;
  const dark = `:root{color-scheme:dark;${DARK}}`;
  switch (colorScheme(theme)) {
    case 'light':
      return light;
    case 'dark':
      return dark;
    case 'auto':
      return `${light}@media (prefers-color-scheme:dark){${dark}}`;
  }
}
