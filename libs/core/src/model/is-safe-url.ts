/** Characters that URL parsers drop or replace, so that the checked string is not what they use. */
const UNSAFE_CHARACTER = /[\s\\\p{Cc}]/u;

/** A path from the root of this site. `//host` and `/\host` refer to another site. */
const ROOT_PATH = /^\/(?!\/)/;

/**
 * A host that a Content-Security-Policy can contain; `;`, `,` and `*` are legal in URLs, and would
 * widen the policy.
 */
const PLAIN_HOST = /^[\w-]+(?:\.[\w-]+)*\.?$/;

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,][^\p{Cc}]*$/iu;

/**
 * Whether a value may be the address of a page: an http(s) URL or a path from the root.
 * Refuses `javascript:`, `data:` and `//host`, which is another site.
 */
export function isSafeUrlOrPath(value: unknown): value is string {
  if (typeof value !== 'string' || UNSAFE_CHARACTER.test(value)) return false;
  return ROOT_PATH.test(value) || isHttpUrl(value);
}

/**
 * Whether a value may be the source of an image: an http(s) URL, a path from the root, or the image
 * itself as `data:image/…`. A script in an SVG does not run in an `img`.
 */
export function isSafeImageUrl(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  return DATA_IMAGE.test(value) || isSafeUrlOrPath(value);
}

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  // A password in a URL would be published with the page.
  return url.username === '' && url.password === '' && isNameable(url.hostname);
}

function isNameable(hostname: string): boolean {
  return PLAIN_HOST.test(hostname) || hostname.startsWith('[');
}
