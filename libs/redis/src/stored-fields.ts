import { types } from 'node:util';

/** Prefix of a time, which JSON would turn into a string. */
const TIME = '@';

/**
 * Converts a row to the fields of a hash: times to milliseconds, other values to JSON. Undefined
 * members are left out.
 * @throws {Error} if a time is not valid
 */
export function toFields(row: object): string[] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [name, toText(name, value)],
  );
}

/**
 * Converts the fields of a hash back to the row.
 * @returns null if a field cannot be read: that session has ended, but no other one
 * @see docs/design/security-bar.md DT28
 */
export function toRow<T>(fields: Readonly<Record<string, string>>): T | null {
  try {
    const members = Object.entries(fields).map(([name, text]) => [name, toValue(text)]);
    return Object.fromEntries(members) as T;
  } catch {
    return null;
  }
}

function toText(name: string, value: unknown): string {
  if (!types.isDate(value)) return JSON.stringify(value);
  const time = value.getTime();
  if (Number.isNaN(time)) throw new Error(`withRedisSessions: \`${name}\` is not a valid time`);
  return `${TIME}${time}`;
}

function toValue(text: string): unknown {
  if (!text.startsWith(TIME)) return JSON.parse(text);
  const time = new Date(Number(text.slice(TIME.length)));
  if (Number.isNaN(time.getTime())) throw new Error('a time is not valid');
  return time;
}
