/** A cookie whose name starts with the requested name. */
export interface CookieOccurrence {
  /** What follows the requested name, e.g. `.0`; empty if the names are equal. */
  readonly suffix: string;
  /** Decoded. */
  readonly value: string;
}

// Characters that `Set-Cookie` allows. Any other name is not ours, and clearing it would fail.
const SUFFIX = /^(?:\.[!-:<>-~]*)?$/;

/**
 * The cookies of a request. Each is searched in the header when it is read, without parsing the
 * others.
 * @see RFC 6265 section 4.2
 */
export class RequestCookies {
  /** Whether the request has no cookies. */
  readonly isEmpty: boolean;
  private readonly header: string;

  /** @param header - the request's `Cookie` header; ignored if it was sent more than once */
  constructor(header: string | readonly string[] | undefined) {
    this.header = typeof header === 'string' ? header : '';
    this.isEmpty = this.header === '';
  }

  /** Returns the decoded value of the first cookie with this name; undefined if there is none. */
  get(name: string): string | undefined {
    return this.find(name).find(({ suffix }) => suffix === '')?.value;
  }

  /** Returns the cookies named `name` or `name.<anything>`, including repeated ones, in order. */
  find(name: string): CookieOccurrence[] {
    const { header } = this;
    const found: CookieOccurrence[] = [];
    let at = header.indexOf(name);
    let equals = -1;
    while (at !== -1) {
      const end = endOfPair(header, at);
      // Reused while it is ahead: a search from each name could scan the whole header each time.
      if (equals < at + name.length) equals = header.indexOf('=', at + name.length);
      if (equals === -1) break;
      if (equals < end && isStartOfPair(header, at)) {
        const suffix = header.slice(at + name.length, endOfText(header, at, equals));
        if (SUFFIX.test(suffix)) found.push({ suffix, value: valueAt(header, equals + 1, end) });
      }
      at = header.indexOf(name, end);
    }
    return found;
  }
}

function valueAt(header: string, start: number, end: number): string {
  let from = start;
  while (from < end && isBlank(header, from)) from += 1;
  return decodeValue(header.slice(from, endOfText(header, from, end)));
}

/** Returns where the spaces before `end` begin. A loop, since a regular expression backtracks. */
function endOfText(header: string, start: number, end: number): number {
  let to = end;
  while (to > start && isBlank(header, to - 1)) to -= 1;
  return to;
}

/** Space and tab only. @see RFC 6265 section 5.2 */
function isBlank(header: string, at: number): boolean {
  return header[at] === ' ' || header[at] === '\t';
}

function isStartOfPair(header: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isBlank(header, before)) before -= 1;
  return before < 0 || header[before] === ';';
}

function endOfPair(header: string, at: number): number {
  const end = header.indexOf(';', at);
  return end === -1 ? header.length : end;
}

function decodeValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
