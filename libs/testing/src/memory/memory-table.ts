import { copyOf } from './copy-of.js';

/** Thrown if the value of a unique key is taken. The message names members, never values. */
export class TakenKeyError extends Error {
  override readonly name = 'TakenKeyError';
}

/** A table of rows, found by the values of members. Rows are copied on write and on read. */
export class MemoryTable<Row extends object> {
  private rows: readonly Row[] = [];

  /**
   * @param name - used in errors
   * @param uniqueKeys - members whose combined values are unique, unless one is absent or empty
   * @param absent - members that are not stored
   */
  constructor(
    private readonly name: string,
    private readonly uniqueKeys: readonly (readonly (keyof Row & string)[])[],
    private readonly absent: readonly string[] = [],
  ) {}

  /** @throws {TakenKeyError} if a unique key is taken */
  insert(row: Row): Row {
    const copy = this.stored(copyOf(row)) as Row;
    this.assertUnique(copy, this.rows);
    this.rows = [...this.rows, copy];
    return copyOf(copy);
  }

  /** Returns the first row with these values; null if one is absent, empty or not a string. */
  find(key: Partial<Row>): Row | null {
    return copyOf(this.rows.find(matching(key)) ?? null);
  }

  /** Returns all rows with these values. */
  list(key: Partial<Row>): Row[] {
    return copyOf(this.rows.filter(matching(key)));
  }

  /** Returns all rows. */
  all(): Row[] {
    return copyOf([...this.rows]);
  }

  /** Changes the row with these values; undefined members of the patch change nothing. */
  update(key: Partial<Row>, patch: Partial<Row>): Row | null {
    const before = this.rows.find(matching(key));
    if (!before) return null;
    const after = { ...before, ...withoutUndefined(this.stored(copyOf(patch))) };
    this.assertUnique(
      after,
      this.rows.filter((row) => row !== before),
    );
    this.rows = this.rows.map((row) => (row === before ? after : row));
    return copyOf(after);
  }

  /** Removes all rows for which `isGone` is true. @returns how many */
  removeWhere(isGone: (row: Row) => boolean): number {
    const before = this.rows.length;
    this.rows = this.rows.filter((row) => !isGone(row));
    return before - this.rows.length;
  }

  /** Removes all rows with these values and returns the first of them. */
  remove(key: Partial<Row>): Row | null {
    const found = this.find(key);
    const matches = matching(key);
    this.rows = this.rows.filter((row) => !matches(row));
    return found;
  }

  /** Returns a function that restores the current rows. */
  snapshot(): () => void {
    const { rows } = this;
    return () => {
      this.rows = rows;
    };
  }

  private stored(row: Partial<Row>): Partial<Row> {
    const kept = Object.entries(row).filter(([member]) => !this.absent.includes(member));
    return Object.fromEntries(kept) as Partial<Row>;
  }

  private assertUnique(row: Row, others: readonly Row[]): void {
    for (const members of this.uniqueKeys) {
      const key = Object.fromEntries(members.map((member) => [member, row[member]]));
      if (others.some(matching(key as Partial<Row>))) {
        throw new TakenKeyError(`${this.name}: ${members.join(' and ')} already exists`);
      }
    }
  }
}

// Read only once: in test runners that use `node:vm`, access to a global is slow.
const { get } = Reflect;

/** A key without a value matches no row. Otherwise, `undefined` would match the first one. */
function matching<Row extends object>(key: Partial<Row>): (row: Row) => boolean {
  const members = Object.entries(key);
  const usable = members.length > 0 && members.every(([, value]) => isKeyValue(value));
  return (row) => usable && members.every(([member, value]) => get(row, member) === value);
}

function isKeyValue(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function withoutUndefined<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** Stores rows. @returns false, having stored none, if a unique key is taken */
export function areInserted<Row extends object>(
  table: MemoryTable<Row>,
  rows: readonly Row[],
): boolean {
  const restore = table.snapshot();
  try {
    for (const row of rows) table.insert(row);
    return true;
  } catch (error) {
    restore();
    if (error instanceof TakenKeyError) return false;
    throw error;
  }
}
