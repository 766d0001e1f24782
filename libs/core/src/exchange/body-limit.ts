import { InvalidRequest } from '../errors/internal.errors.js';

/** Largest body that is taken, characters. @see docs/design/security-bar.md E16 */
export const MAX_BODY = 1024 * 1024;
/** Most values of a body, those inside others included: as many as parsers of forms take. */
export const MAX_MEMBERS = 1000;
/** How deep values of a body may stand in others. */
export const MAX_DEPTH = 32;

/** The refusal of a body that is larger. */
export function tooLarge(what = 'is larger than 1 MB'): InvalidRequest {
  return Object.assign(new InvalidRequest(`the body ${what}`), { status: 413 });
}

/** The refusal of a body of more values. */
export function tooMany(): InvalidRequest {
  return tooLarge(`has more than ${MAX_MEMBERS} values`);
}

/**
 * Looks at a parsed body, and no further than up to the first limit that it breaks: a body sent in
 * chunks or compressed names no length, and the host may take more than we do. Without recursion,
 * since the sender chooses the depth.
 * @throws {InvalidRequest} for one that is too large, too deep, or has too many values
 */
export function assertBounded(body: object): void {
  const rest: Level[] = [{ value: body, depth: 1 }];
  let size = 0;
  let members = 0;
  for (let level = rest.pop(); level; level = rest.pop()) {
    const { value, depth } = level;
    if (depth > MAX_DEPTH) throw tooLarge(`has more than ${MAX_DEPTH} levels`);
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

/** A value, and how deep it stands. */
interface Level {
  readonly value: object;
  readonly depth: number;
}

function membersOf(value: object, names: readonly string[] | undefined): readonly unknown[] {
  if (!names) return value as readonly unknown[];
  return names.map((name) => (value as Readonly<Record<string, unknown>>)[name]);
}
