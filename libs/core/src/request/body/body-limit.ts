import { InvalidRequest } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';

/** Maximum number of characters in a body. @see docs/design/security-bar.md E16 */
export const MAX_BODY = 1024 * 1024;
/** Maximum number of values in a body, including nested ones; form parsers have the same limit. */
export const MAX_MEMBERS = 1000;
/** Maximum nesting depth of the values of a body. */
export const MAX_DEPTH = 32;

/** Creates the error for a body that is too large. */
export function tooLarge(what = 'is larger than 1 MB'): InvalidRequest {
  return Object.assign(new InvalidRequest(`the body ${what}`), { status: 413 });
}

/** Creates the error for a body that has not arrived in time. @see RFC 9110 section 15.5.9 */
export function tooSlow(): InvalidRequest {
  return Object.assign(new InvalidRequest('the body did not arrive in time'), { status: 408 });
}

/** Creates the error for a body that its sender has broken off. */
export function brokenOff(thrown: unknown): InvalidRequest {
  return new InvalidRequest('the body broke off', { err: toError(thrown) });
}

/** Creates the error for a body with too many values. */
export function tooMany(): InvalidRequest {
  return tooLarge(`has more than ${MAX_MEMBERS} values`);
}

/**
 * Checks a parsed body, and stops at the first limit that it exceeds. The size is counted because
 * chunked and compressed bodies do not state it and the application may accept larger bodies than
 * this module. Not recursive, since the sender chooses the depth.
 * @throws {InvalidRequest} if the body is too large, too deep, or has too many values
 */
export function assertBounded(body: object): void {
  const rest: Level[] = [{ value: body, depth: 1 }];
  let size = 0;
  let members = 0;
  for (let level = rest.pop(); level; level = rest.pop()) {
    const { value, depth } = level;
    if (depth > MAX_DEPTH) throw tooLarge(`is nested more than ${MAX_DEPTH} levels deep`);
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    members += names ? names.length : (value as unknown[]).length;
    if (members > MAX_MEMBERS) throw tooMany();
    for (const name of names ?? []) size += name.length;
    for (const member of membersOf(value, names)) {
      if (typeof member === 'string') size += member.length;
      if (typeof member === 'object' && member !== null) {
        rest.push({ value: member, depth: depth + 1 });
      }
    }
    if (size > MAX_BODY) throw tooLarge();
  }
}

/** A value and its depth. */
interface Level {
  readonly value: object;
  readonly depth: number;
}

function membersOf(value: object, names: readonly string[] | undefined): readonly unknown[] {
  if (!names) return value as readonly unknown[];
  return names.map((name) => (value as Readonly<Record<string, unknown>>)[name]);
}
