import { Logger } from '@nestjs/common';
import type { DataSource, EntityMetadata } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import type { Operation } from '../operations/operation.js';
import { StoreError } from '../operations/store-error.js';
import { columnOf } from './column-metadata.js';

/** How long it is remembered that every address is in lower case, in milliseconds. */
const REMEMBERED = 60 * 60 * 1000;
/** The codes of a look that took too long. */
const SLOW = /^(?:TIMEOUT|57014|ER_(?:STATEMENT|QUERY)_TIMEOUT)/;
/** The codes of a look that the database cannot do with these values. */
const HOPELESS = /^(?:22|42|ER_CANT|ER_TOO_BIG_SELECT)/;

/**
 * Finds users whose address another system stored with capital letters. Authnest stores addresses
 * in lower case, so this look-up, which no ordinary index serves, runs only if there is such a row.
 * @see docs/design/security-bar.md RP5, BT3, BT6
 */
export class SpelledAddresses {
  private readonly statement: string;
  private readonly capitals: string;
  private readonly byAnyCase: (collate: string) => string;
  /** By the language of the database, unless that has another small `I`, as Turkish does. */
  private collate = '';
  /** Whether the database has the addresses as they are, and not sealed by a transformer. */
  private readonly isPlain: boolean;
  private known: { readonly until: number; readonly hasCapitals: boolean } | undefined;
  private looking: Promise<boolean> | undefined;
  private timeOuts = 0;

  constructor(
    { driver }: DataSource,
    private readonly metadata: EntityMetadata,
  ) {
    const escaped = (name: string) => driver.escape(name);
    const table = metadata.tablePath.split('.').map(escaped).join('.');
    const column = columnOf(metadata, 'email');
    const email = escaped(column.databaseName);
    this.isPlain = column.transformer === undefined;
    const kind = databaseOf(driver);
    const key = driver.createParameter('key', 0);
    const [text, value] =
      kind === 'postgres' ? [`CAST(${email} AS text)`, `CAST(${key} AS text)`] : [email, key];
    const exact = (sql: string) => (kind === 'mysql' ? `CAST(${sql} AS BINARY)` : sql);
    this.statement = `select from ${metadata.tableName}`;
    this.capitals = `SELECT ${kind === 'postgres' ? `LOWER('I')` : '1'} AS found FROM ${table} WHERE ${exact(`${text}`)} <> ${exact(`LOWER(${text})`)} LIMIT 1`;
    const { deleteDateColumn } = metadata;
    const living = deleteDateColumn
      ? `CASE WHEN ${escaped(deleteDateColumn.databaseName)} IS NULL THEN 1 ELSE 0 END`
      : '1';
    this.byAnyCase = (collate) =>
      `SELECT ${text} AS email, ${living} AS living FROM ${table} WHERE LOWER(${text}${collate}) = LOWER(${value}${collate}) ORDER BY living DESC LIMIT 10`;
  }

  /**
   * Returns an address as it is stored, in any letter case; null if nobody has it.
   * @throws {Error} if several users have it
   */
  async spelled(operation: Operation, address: string): Promise<string | null> {
    if (!this.isPlain || !(await this.hasCapitals(operation))) return null;
    const rows = await operation.select(this.statement, this.byAnyCase(this.collate), [address]);
    const [only, another] = rows
      .filter(({ living }) => Number(living) === 1)
      .map(({ email }) => `${email as string}`)
      // A collation may also ignore accents.
      .filter((email) => email.toLowerCase() === address.toLowerCase());
    if (another === undefined) return only ?? null;
    throw new Error(
      `TypeOrmAdapter: several rows of ${this.metadata.tableName} have one address in different letter case; merge them, and store it in lower case`,
    );
  }

  /** Looks for such rows, once for all who ask meanwhile. */
  private async hasCapitals(operation: Operation): Promise<boolean> {
    const { known } = this;
    if (known && (known.hasCapitals || Date.now() < known.until)) return known.hasCapitals;
    this.looking ??= this.look(operation).finally(() => (this.looking = undefined));
    return this.looking;
  }

  /**
   * A look that cannot succeed, such as for a table that is too large, counts as none, and is not
   * repeated. After a connection error, while no connection is free, and after a single look that took
   * too long, the next caller looks again: a user who is not found would be registered a second time.
   */
  private async look(operation: Operation): Promise<boolean> {
    const { tableName } = this.metadata;
    let hasCapitals = false;
    try {
      const [row] = await operation.select(this.statement, this.capitals, []);
      hasCapitals = row !== undefined;
      this.timeOuts = 0;
      this.collate = row?.['found'] === '\u0131' ? ' COLLATE "C"' : '';
      if (hasCapitals) {
        warn(
          `${tableName} has addresses with capital letters, so unknown addresses are looked up by LOWER(email${this.collate}); store them in lower case, or create an index for it`,
        );
      }
    } catch (thrown) {
      const { code, isUnsent } = StoreError.of(this.statement, thrown);
      if (isUnsent || !this.isHopeless(`${code}`)) throw thrown;
      warn(
        `${tableName} could not be searched for addresses with capital letters, whose users will not be found; store them in lower case: ${String(thrown)}`,
      );
    }
    this.known = { until: Date.now() + REMEMBERED, hasCapitals };
    return hasCapitals;
  }

  private isHopeless(code: string): boolean {
    if (SLOW.test(code)) return (this.timeOuts += 1) > 1;
    return HOPELESS.test(code);
  }
}

function warn(message: string): void {
  new Logger('TypeOrmAdapter').warn(message);
}
