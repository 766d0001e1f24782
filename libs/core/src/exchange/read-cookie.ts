/**
 * Reads one cookie from a `Cookie` header without parsing the others.
 * @returns the decoded value of its first occurrence, undefined where there is none
 * @see RFC 6265 section 4.2; wire contract REQ-16
 */
export function readCookie(header: string, name: string): string | undefined {
  for (const occurrence of findCookies(header, name)) {
    if (occurrence.suffix === '') return occurrence.value;
  }
  return undefined;
}

/** One cookie whose name starts with the name that was asked for. */
export interface CookieOccurrence {
  /** What follows the name, e.g. `.0`; empty for the very name. */
  readonly suffix: string;
  /** Decoded. */
  readonly value: string;
}

/** Every cookie named `name`, or `name` and a suffix that starts with a dot; in header order. */
export function findCookies(header: string, name: string): CookieOccurrence[] {
  const found: CookieOccurrence[] = [];
  let at = header.indexOf(name);
  while (at !== -1) {
    const end = endOfPair(header, at);
    const equals = header.indexOf('=', at + name.length);
    const next = header.charCodeAt(at + name.length);
    if (
      isStartOfPair(header, at) &&
      equals !== -1 &&
      equals < end &&
      (next === 61 || next === 46)
    ) {
      found.push({
        suffix: header.slice(at + name.length, equals).trimEnd(),
        value: decodeValue(header.slice(equals + 1, end).trim()),
      });
    }
    at = header.indexOf(name, end);
  }
  return found;
}

function isStartOfPair(header: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (header[before] === ' ' || header[before] === '\t')) before -= 1;
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
