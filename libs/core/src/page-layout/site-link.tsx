import { isSafeUrlOrPath } from '../model/is-safe-url.js';
import type { Texts } from '../texts/texts.js';

/** The application, as a page names it and links to it. */
export interface Site {
  /** Of the page, e.g. `https://app.example`. */
  readonly origin: string;
  /** As configured. @default the host */
  readonly name?: string;
}

/** The way back to the site. */
export function SiteLink({ texts, site }: { readonly texts: Texts; readonly site: Site }) {
  return (
    <a class="button" href={siteUrl(site)}>
      {texts.site.goTo(siteName(texts, site))}
    </a>
  );
}

/** Where the site begins. */
export function siteUrl({ origin }: Site): string {
  return isSafeUrlOrPath(`${origin}/`) ? `${origin}/` : '/';
}

/** The configured name, else the host that the browser shows in its address bar. */
export function siteName(texts: Texts, { origin, name }: Site): string {
  if (name !== undefined) return `${name}`;
  return URL.canParse(origin) ? new URL(origin).host : texts.site.unknown;
}
