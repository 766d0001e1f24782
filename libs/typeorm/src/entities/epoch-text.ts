import type { ValueTransformer } from 'typeorm';

/**
 * Stores dates in a text column, as milliseconds since 1970. From 2001 to 2286 these strings have
 * 13 digits and sort by time. A string that is not a number becomes an invalid date; a session with
 * such an expiry is not accepted.
 * @see docs/design/wire-contract.md 13.3
 */
export const epochText: ValueTransformer = {
  to: (value: unknown) => (value instanceof Date ? `${value.getTime()}` : value),
  from: (value: unknown) => (typeof value === 'string' ? new Date(Number(value)) : value),
};
