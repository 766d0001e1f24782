import { InvalidRequest } from '../errors/internal.errors.js';

/** Largest body that is taken, characters. @see security bar E16 */
export const MAX_BODY = 1024 * 1024;

/** The refusal of a body that is larger. */
export function tooLarge(): InvalidRequest {
  return Object.assign(new InvalidRequest('the body is larger than 1 MB'), { status: 413 });
}

/**
 * Whether a parsed body is larger than the limit: a body sent in chunks or compressed names no
 * length, and the host may take more than we do. Without recursion, since the sender chooses the depth.
 */
export function isTooLarge(body: unknown): boolean {
  const rest: unknown[] = [body];
  let size = 0;
  while (rest.length > 0 && size <= MAX_BODY) {
    const value = rest.pop();
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (!Array.isArray(value)) size += name.length;
        rest.push(member);
      }
    }
    size += typeof value === 'string' ? value.length : 1;
  }
  return size > MAX_BODY;
}
