/** The error codes for a unique key that is taken. */
const CONFLICTS = new Set([
  '23505', // PostgreSQL: unique violation
  'ER_DUP_ENTRY',
  'ER_DUP_ENTRY_WITH_KEY_NAME',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'TAKEN', // found by a look-up, if no unique key of the table shows it
]);

/** The error codes for a missing table or column. SQLite has no such code. */
const OUTDATED = new Set(['42P01', '42703', 'ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR']);

/** Explanations of the errors that this package detects itself, by code. */
const REMEDIES = new Map([
  ['TIMEOUT', 'the database did not respond in time, and the connection was closed'],
  [
    'OPEN_TRANSACTION',
    'its connections are in transactions that nobody ends: leave autocommit on, and end each ' +
      'transaction on the connection that began it (`dataSource.transaction`, not `query`)',
  ],
  [
    'CHANGED_ROWS',
    'its connections count changed rows, not found ones: remove `-FOUND_ROWS` from `flags`',
  ],
  [
    'KEPT',
    'the database ignored it, so a row is still there, unchanged, or was not stored: look for a ' +
      'policy, a trigger or a rule that keeps rows as they are',
  ],
  [
    'LOST',
    'a subscriber caught the error of its own statement, which ended the transaction; let it throw',
  ],
  ['CONTENDED', 'other requests kept changing the same row, so nothing was stored; try again'],
  [
    'IN_TRANSACTION',
    'a transaction stayed open on the only connection that SQLite has; end it before ' +
      'you await the adapter, or use `adapter.within(manager)` inside it',
  ],
]);

/**
 * Thrown if the database refuses a statement or fails. The error names the statement and the
 * driver's code, never a value: TypeORM's own error contains the parameters, and some drivers put
 * values into their messages.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** The driver's code, such as `SQLITE_CONSTRAINT_UNIQUE`, `23505` or `ER_DUP_ENTRY`. */
  readonly code: string | undefined;
  /** Whether no connection was free within the time limit. */
  readonly isUnsent: boolean;

  /** @param statement - verb and table, as in `insert into users` */
  constructor(statement: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${statement} failed${code ? ` (${code})` : ''}${remedyOf(cause, code)}`);
    this.code = code;
    this.isUnsent = memberOf(cause, 'isUnsent') === true;
  }

  /** Wraps the error of a statement; a {@link StoreError} is returned unchanged. */
  static of(statement: string, cause: unknown): StoreError {
    return cause instanceof StoreError ? cause : new StoreError(statement, cause);
  }

  /** Whether a unique key was taken by another caller. */
  get isConflict(): boolean {
    return CONFLICTS.has(this.code ?? '');
  }
}

/** Reads the driver's message, but never passes it on. */
function remedyOf(cause: unknown, code = ''): string {
  const remedy = REMEDIES.get(code);
  if (remedy) return `: ${remedy}`;
  const message = memberOf(memberOf(cause, 'driverError') ?? cause, 'message');
  return OUTDATED.has(code) || /^no such (?:table|column)|has no column named/.test(`${message}`)
    ? ': run the migrations'
    : '';
}

function codeOf(cause: unknown): string | undefined {
  const source = memberOf(cause, 'driverError') ?? cause;
  const code = memberOf(source, 'code') ?? memberOf(cause, 'name');
  return typeof code === 'string' ? code : undefined;
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
}
