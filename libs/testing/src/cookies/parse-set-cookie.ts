/** A `Set-Cookie` line, parsed as in a browser. */
export interface ParsedSetCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly domain?: string;
  readonly secure: boolean;
  /** In milliseconds since the epoch; `Max-Age` takes precedence over `Expires`. */
  readonly expiresAt?: number;
}

/**
 * @param requestPath - path of the request, from which the default path is derived
 * @returns null if a browser would ignore the line
 * @see RFC 6265 section 5.2
 */
export function parseSetCookie(line: string, requestPath: string): ParsedSetCookie | null {
  const [pair = '', ...rest] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  if (name === '') return null;

  const attributes = new Map(rest.map(parseAttribute));
  const path = attributes.get('path');
  return {
    name,
    value: pair.slice(at + 1).trim(),
    path: path?.startsWith('/') ? path : defaultPath(requestPath),
    domain: attributes.get('domain')?.replace(/^\./, '').toLowerCase() || undefined,
    secure: attributes.has('secure'),
    expiresAt: expiryOf(attributes),
  };
}

function parseAttribute(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 0) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()];
}

function expiryOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Date.now() + Number(maxAge) * 1000;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? undefined : expires;
}

function defaultPath(requestPath: string): string {
  return requestPath.slice(0, requestPath.lastIndexOf('/')) || '/';
}
