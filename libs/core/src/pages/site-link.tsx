import { isSafeUrlOrPath } from '../config/is-safe-url.js';

/** The application, as a page names it and links to it. */
export interface Site {
  /** Of the page, e.g. `https://app.example`. */
  readonly origin: string;
  /** As configured. @default the host */
  readonly name?: string;
}

/** The way back to the site. */
export function SiteLink(site: Site) {
  return (
    <a class="button" href={siteUrl(site)}>
      Go to {siteName(site)}
    </a>
  );
}

/** Where the site begins. */
export function siteUrl({ origin }: Site): string {
  return isSafeUrlOrPath(`${origin}/`) ? `${origin}/` : '/';
}

/** The configured name, else the host that the browser shows in its address bar. */
export function siteName({ origin, name }: Site): string {
  if (name !== undefined) return `${name}`;
  return URL.canParse(origin) ? new URL(origin).host : 'this site';
}
