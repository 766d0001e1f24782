import type { ValueTransformer } from 'typeorm';

/**
 * Dates in a text column, as milliseconds since 1970. From 2001 to 2286 these texts have 13 digits
 * and sort by time. A text that is no number becomes an invalid date, which is no session's end.
 * @see docs/design/wire-contract.md 13.3
 */
export const epochText: ValueTransformer = {
  to: (value: unknown) => (value instanceof Date ? `${value.getTime()}` : value),
  from: (value: unknown) => (typeof value === 'string' ? new Date(Number(value)) : value),
};
