import { InvalidRequest } from '../errors/internal.errors.js';
import type { RequestBody } from './auth-request.js';
import { isTooLarge, tooLarge } from './body-limit.js';

const SPECIAL: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Takes the body that the platform parsed, if it has a type that is read. Of a form field that was
 * sent twice the last value counts.
 * @param contentType - the request's header
 * @throws {InvalidRequest} for a body that is not an object of fields, or too large
 * @see wire contract REQ-13, REQ-14; security bar A37, E14, E16
 */
export function parseBody(
  contentType: string | undefined,
  parsed: unknown,
): RequestBody | undefined {
  const kind = kindOf(contentType);
  if (kind === undefined || parsed === undefined || parsed === null) return undefined;
  if (typeof parsed !== 'object' || Array.isArray(parsed) || Buffer.isBuffer(parsed)) {
    throw new InvalidRequest('the body must be an object of fields');
  }
  if (isTooLarge(parsed)) throw tooLarge();
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(parsed)) {
    if (SPECIAL.has(name)) continue;
    body[name] = kind === 'form' && Array.isArray(value) ? value.at(-1) : value;
  }
  return body;
}

/** Names of the form fields that were sent more than once. @param parsed - as for {@link parseBody} */
export function repeatedFields(contentType: string | undefined, parsed: unknown): string[] {
  if (kindOf(contentType) !== 'form' || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(parsed).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
}

function kindOf(contentType = ''): 'json' | 'form' | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}
