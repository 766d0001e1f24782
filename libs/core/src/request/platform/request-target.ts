import { InvalidRequest } from '../../errors/internal.errors.js';

/** The target of a request. Safe to append to an origin: a URL parser leaves the path unchanged. */
export interface RequestTarget {
  /** Begins with one slash; not decoded, without the query. */
  readonly path: string;
  /** The query as received, without the question mark. */
  readonly search: string;
}

/**
 * The only function that reads a path from a request target. A path that it returns refers to this
 * host, whichever parser reads it next.
 * @param target - as in the request line. Untrusted; Node's parser accepts any letters as a scheme
 * @param host - the `Host` header. A target with another host is refused, since everything else
 * relies on the header
 * @throws {InvalidRequest} with a message for the operator that contains no part of the target
 * @see RFC 9112 section 3.2; RFC 3986 section 5.2.4; WHATWG URL, path state
 */
export function parseRequestTarget(target: string, host: string | undefined): RequestTarget {
  const relative = target.startsWith('/') ? target : withoutAuthority(target, host);
  const queryAt = relative.indexOf('?');
  const path = queryAt === -1 ? relative : relative.slice(0, queryAt);
  const search = queryAt === -1 ? '' : relative.slice(queryAt + 1);
  if (NO_URL_CHARACTER.test(relative)) throw refused('a control character or `#`');
  if (path.startsWith('//')) throw refused('two leading slashes');
  if (path.includes('\\')) throw refused('a backslash');
  if (DOT_SEGMENT.test(path)) throw refused('a segment `.` or `..`');
  return { path: RAW.test(path) ? path.replace(RAW_ALL, percentEncoded) : path, search };
}

/** The beginning of an absolute URL. The rest may be empty or start with a query. */
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i;

/** Characters that browsers never send and URL parsers may drop. In Node, a character is a byte. */
const NO_URL_CHARACTER = /[^!-~\x80-\xff]|#/;

/**
 * A segment `.` or `..`, in every spelling that a URL parser accepts, and also between encoded
 * slashes, which a router may decode in a parameter.
 */
const DOT_SEGMENT = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|$)/i;

/** Characters that a URL parser would encode. */
const RAW = /[^!-~]|["<>^`{}]/;
const RAW_ALL = new RegExp(RAW, 'g');

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

function withoutAuthority(target: string, host: string | undefined): string {
  const [whole, authority] = AUTHORITY.exec(target) ?? [];
  if (whole === undefined || authority === undefined) {
    throw refused(target === '*' ? '`*`' : 'a value that is neither a path nor an http(s) URL');
  }
  if (authority.toLowerCase() !== host?.toLowerCase()) {
    throw refused('a URL whose host differs from the `Host` header');
  }
  const rest = target.slice(whole.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function refused(found: string): InvalidRequest {
  return new InvalidRequest(
    `request target: expected a path with one leading \`/\` and plain segments, found ${found}; a proxy in front should reject or normalize it`,
  );
}
