/**
 * Restricts a redirect to the application, which is the default. Checks the same parsed URL that is
 * sent in `Location`.
 * @param url - untrusted
 * @param baseUrl - the origin of the application
 * @param trusted - other origins that are allowed
 * @returns an absolute URL on one of these origins; undefined for anything else
 * @see docs/design/wire-contract.md 3.4, D-16; docs/design/security-bar.md A13 to A16, E20
 */
export function safeRedirect(
  url: string,
  baseUrl: string,
  trusted: ReadonlySet<string> = NONE,
): string | undefined {
  // The usual value in a browser's cookie; it needs no parsing.
  if (url === baseUrl) return baseUrl;
  // Browsers drop tabs and line breaks and read \ as /, so a URL that contains them is refused.
  if (/[\p{Cc}\\]/u.test(url) || url !== url.trim()) return undefined;
  if (url.startsWith('/')) {
    return url.startsWith('//') ? undefined : sameOrigin(`${baseUrl}${url}`, baseUrl);
  }
  return sameOrigin(url, baseUrl, trusted);
}

const NONE: ReadonlySet<string> = new Set();

function sameOrigin(url: string, baseUrl: string, trusted = NONE): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  // Not compared by `origin`: that of a `blob:` URL is the origin of the URL inside it.
  const allowed = [baseUrl, ...trusted].some((origin) => parsed.href.startsWith(`${origin}/`));
  return allowed ? withoutBareSlash(parsed, url) : undefined;
}

/** Returns a bare origin without the slash that parsing adds, since clients compare it. */
function withoutBareSlash(parsed: URL, url: string): string {
  return url === parsed.origin ? url : parsed.href;
}

/** Whether a string is an http(s) URL or a path, as every redirect target must be. */
export function isHttpUrlOrPath(url: string): boolean {
  if (url.startsWith('/')) return true;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
