/**
 * Reads one cookie from a `Cookie` header without parsing the others.
 * @returns the decoded value of its first occurrence; undefined if there is none
 * @see RFC 6265 section 4.2
 */
export function readCookie(header: string, name: string): string | undefined {
  for (const occurrence of findCookies(header, name)) {
    if (occurrence.suffix === '') return occurrence.value;
  }
  return undefined;
}

/** A cookie whose name starts with the requested name. */
export interface CookieOccurrence {
  /** What follows the requested name, e.g. `.0`; empty if the names are equal. */
  readonly suffix: string;
  /** Decoded. */
  readonly value: string;
}

// Characters that `Set-Cookie` allows. Any other name is not ours, and clearing it would fail.
const SUFFIX = /^(?:\.[!-:<>-~]*)?$/;

/** Returns every cookie named `name`, or `name` and a suffix that starts with a dot, in order. */
export function findCookies(header: string, name: string): CookieOccurrence[] {
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
