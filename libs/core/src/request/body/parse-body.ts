import { InvalidRequest } from '../../errors/internal.errors.js';
import type { RequestBody, RequestFields } from '../context/auth-request.js';
import { assertBounded } from './body-limit.js';

const SPECIAL: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Returns the fields of a body that the platform parsed; undefined if there is no body of a
 * supported type. If a form field was sent twice, its last value is used.
 * @param contentType - the request's `Content-Type` header
 * @throws {InvalidRequest} if the body is not an object with fields, or is too large
 * @see docs/design/wire-contract.md REQ-13, REQ-14; docs/design/security-bar.md A37, E14, E16
 */
export function parseBody(
  contentType: string | undefined,
  parsed: unknown,
): RequestBody | undefined {
  const kind = bodyKindOf(contentType);
  if (!kind || isAbsent(parsed)) return undefined;
  assertFields(parsed);
  assertBounded(parsed);
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(parsed)) {
    if (!SPECIAL.has(name)) body[name] = valueOf(kind, value);
  }
  return body;
}

/**
 * Returns an accessor for fields, for checks that run before the whole body is read. The values
 * are the same as in {@link parseBody}; a body that is not an object with fields is refused on the
 * first read.
 * @returns undefined if there is no body of a supported type
 */
export function fieldsIn(
  contentType: string | undefined,
  parsed: unknown,
): RequestFields | undefined {
  const kind = bodyKindOf(contentType);
  if (!kind || isAbsent(parsed)) return undefined;
  return {
    get(name) {
      assertFields(parsed);
      if (SPECIAL.has(name) || !Object.hasOwn(parsed, name)) return undefined;
      return valueOf(kind, (parsed as Readonly<Record<string, unknown>>)[name]);
    },
    isRepeated(name) {
      assertFields(parsed);
      if (kind !== 'form' || !Object.hasOwn(parsed, name)) return false;
      return Array.isArray((parsed as Readonly<Record<string, unknown>>)[name]);
    },
  };
}

function isAbsent(parsed: unknown): boolean {
  return parsed === undefined || parsed === null;
}

function assertFields(parsed: unknown): asserts parsed is object {
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    Array.isArray(parsed) ||
    Buffer.isBuffer(parsed)
  ) {
    throw new InvalidRequest('the body must be a JSON object or the fields of a form');
  }
}

function valueOf(kind: BodyKind, value: unknown): unknown {
  return kind === 'form' && Array.isArray(value) ? value.at(-1) : value;
}

/** Returns the names of the form fields that were sent more than once. */
export function repeatedFields(contentType: string | undefined, parsed: unknown): string[] {
  if (bodyKindOf(contentType) !== 'form' || typeof parsed !== 'object' || parsed === null)
    return [];
  return Object.entries(parsed).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
}

type BodyKind = 'json' | 'form';

/** Returns how a body of this type is read; undefined if the type is not supported. */
export function bodyKindOf(contentType = ''): BodyKind | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}
