import { isSafeUrlOrPath } from '../config/is-safe-url.js';

/** The way back to the site, named by its host. */
export function SiteLink({ origin }: { readonly origin: string }) {
  return (
    <a class="button" href={siteUrl(origin)}>
      Go to {siteName(origin)}
    </a>
  );
}

/** Where the site begins. */
export function siteUrl(origin: string): string {
  return isSafeUrlOrPath(`${origin}/`) ? `${origin}/` : '/';
}

/** The host that the browser shows in its address bar. */
export function siteName(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : 'this site';
}
