import type { SessionRecord } from '@authnest/core';

const TIMES = ['createdAt', 'expires', 'lastUsedAt'] as const;

/** Converts a record to JSON, with times in milliseconds. Undefined members are left out. */
export function toText(record: SessionRecord): string {
  const times = TIMES.map((name) => [name, record[name]?.getTime() ?? record[name]] as const);
  return JSON.stringify({ ...record, ...Object.fromEntries(times) });
}

/** Converts the result of {@link toText} back to the record. */
export function toRecord(text: string): SessionRecord {
  const record = JSON.parse(text) as Record<string, unknown>;
  for (const name of TIMES) {
    const time = record[name];
    if (typeof time === 'number') record[name] = new Date(time);
  }
  return record as unknown as SessionRecord;
}
