import { isSafeUrlOrPath } from '../../model/is-safe-url.js';
import type { Texts } from '../../model/texts.js';

/** The application that a page names and links to. */
export interface Site {
  /** Origin of the page, e.g. `https://app.example`. */
  readonly origin: string;
  /** Configured name of the application. @default the host */
  readonly name?: string;
}

/** The link back to the site. */
export function SiteLink({ texts, site }: { readonly texts: Texts; readonly site: Site }) {
  return (
    <a class="button" href={siteUrl(site)}>
      {texts.site.goTo(siteName(texts, site))}
    </a>
  );
}

/** Returns the URL of the home page. */
export function siteUrl({ origin }: Site): string {
  return isSafeUrlOrPath(`${origin}/`) ? `${origin}/` : '/';
}

/** Returns the configured name, else the host, else a generic text. */
export function siteName(texts: Texts, { origin, name }: Site): string {
  if (name !== undefined) return `${name}`;
  return URL.canParse(origin) ? new URL(origin).host : texts.site.unknown;
}
