/**
 * The database refused or failed. It names the statement and the driver's code, never a value:
 * TypeORM's own error carries the parameters, and some drivers put values into their messages.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** As the driver has it: `SQLITE_CONSTRAINT_UNIQUE`, `23505`, `ER_DUP_ENTRY`. */
  readonly code: string | undefined;

  /** @param statement - verb and table, as in `insert into users` */
  constructor(statement: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${statement} failed${code ? ` (${code})` : ''}`);
    this.code = code;
  }
}

/** Runs a statement and turns its failure into a {@link StoreError}. */
export async function withStoreErrors<T>(statement: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StoreError(statement, error);
  }
}

function codeOf(cause: unknown): string | undefined {
  const source = memberOf(cause, 'driverError') ?? cause;
  const code = memberOf(source, 'code') ?? memberOf(cause, 'name');
  return typeof code === 'string' ? code : undefined;
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
}
