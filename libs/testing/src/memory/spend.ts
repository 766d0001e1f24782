import type { MemoryTables } from './memory-tables.js';

/** How long a spent value is kept after its expiry, in case the clock was ahead and is set back. */
const CLOCK_MARGIN_MS = 24 * 60 * 60 * 1000;

/** @returns whether the value is spent for the first time */
export function spend(
  tables: MemoryTables,
  { key, expires }: { readonly key: string; readonly expires: Date },
): boolean {
  if (typeof key !== 'string' || key === '') throw new Error('spendOnce: `key` is not a string');
  const forgotten = Date.now() - CLOCK_MARGIN_MS;
  tables.spent.removeWhere((value) => value.expires.getTime() < forgotten);
  if (tables.spent.find({ key })) return false;
  tables.spent.insert({ key, expires });
  return true;
}
