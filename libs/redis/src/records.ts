import type { SessionRecord } from '@authnest/core';

const TIMES = ['createdAt', 'expires', 'lastUsedAt'] as const;

/** Converts a record to JSON, with times in milliseconds. Undefined members are left out. */
export function toText(record: SessionRecord): string {
  const times = TIMES.map((name) => [name, record[name]?.getTime() ?? record[name]] as const);
  return JSON.stringify({ ...record, ...Object.fromEntries(times) });
}

/**
 * Converts the result of {@link toText} back to the record.
 * @returns null for anything else, so that one odd value does not hide all other sessions
 * @see docs/design/security-bar.md DT28
 */
export function toRecord(text: string): SessionRecord | null {
  const record = parsed(text);
  for (const name of TIMES) {
    const time = record[name];
    if (typeof time === 'number') record[name] = new Date(time);
  }
  const isRead =
    typeof record['id'] === 'string' &&
    [record['createdAt'], record['expires']].every((time) => time instanceof Date);
  return isRead ? (record as unknown as SessionRecord) : null;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
