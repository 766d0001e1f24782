import { Logger } from '@nestjs/common';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { Operation } from '../operations/operation.js';
import { columnOf } from './column-metadata.js';

/** How long it is remembered that every address is in lower case, in milliseconds. */
const REMEMBERED = 60 * 60 * 1000;

interface SpelledUser {
  readonly id: string;
  readonly email: string;
  /** Whether it is not soft-deleted. */
  readonly isLiving: boolean;
}

/**
 * Finds users whose address another system stored with capital letters. Authnest stores addresses
 * in lower case, so this look-up, which no ordinary index serves, runs only if there is such a row.
 * @see docs/design/security-bar.md RP5
 */
export class SpelledAddresses {
  private readonly statement: string;
  private readonly capitals: string;
  private readonly byAnyCase: string;
  private known: { readonly until: number; readonly hasCapitals: boolean } | undefined;

  constructor(
    { driver, options }: DataSource,
    private readonly metadata: EntityMetadata,
  ) {
    const escaped = (name: string) => driver.escape(name);
    const table = metadata.tablePath.split('.').map(escaped).join('.');
    const [id, email] = ['id', 'email'].map((name) =>
      escaped(columnOf(metadata, name).databaseName),
    );
    const kind = kindOf(options.type);
    const key = driver.createParameter('key', 0);
    const [text, value] =
      kind === 'postgres' ? [`CAST(${email} AS text)`, `CAST(${key} AS text)`] : [email, key];
    const exact = (sql: string) => (kind === 'mysql' ? `CAST(${sql} AS BINARY)` : sql);
    this.statement = `select from ${metadata.tableName}`;
    this.capitals = `SELECT 1 AS found FROM ${table} WHERE ${exact(`${text}`)} <> ${exact(`LOWER(${text})`)} LIMIT 1`;
    const { deleteDateColumn } = metadata;
    const living = deleteDateColumn
      ? `CASE WHEN ${escaped(deleteDateColumn.databaseName)} IS NULL THEN 1 ELSE 0 END`
      : '1';
    this.byAnyCase = `SELECT ${id} AS id, ${text} AS email, ${living} AS living FROM ${table} WHERE LOWER(${text}) = LOWER(${value}) ORDER BY living DESC LIMIT 10`;
  }

  /**
   * Returns the id of the user with an address in any letter case; null if there is none.
   * @throws {Error} if there are several
   */
  async idOf(operation: Operation, address: string): Promise<string | null> {
    if (!(await this.hasCapitals(operation))) return null;
    const ids = (await this.find(operation, address))
      .filter(({ isLiving }) => isLiving)
      .map(({ id }) => id);
    const [only, another] = ids;
    if (another === undefined) return only ?? null;
    throw new Error(
      `TypeOrmAdapter: the users ${ids.join(', ')} have one address in different letter case; merge them, and store it in lower case`,
    );
  }

  /** Returns the users with an address in any letter case, soft-deleted ones last. */
  private async find(operation: Operation, address: string): Promise<SpelledUser[]> {
    const rows = await operation.select(this.statement, this.byAnyCase, [address]);
    // A collation may also ignore accents.
    return rows
      .map(({ id, email, living }) => ({
        id: `${id as string}`,
        email: `${email as string}`,
        isLiving: Number(living) === 1,
      }))
      .filter(({ email }) => email.toLowerCase() === address.toLowerCase());
  }

  private async hasCapitals(operation: Operation): Promise<boolean> {
    if (this.known && (this.known.hasCapitals || Date.now() < this.known.until)) {
      return this.known.hasCapitals;
    }
    const [found] = await operation.select(this.statement, this.capitals, []);
    this.known = { until: Date.now() + REMEMBERED, hasCapitals: found !== undefined };
    if (found) {
      new Logger('TypeOrmAdapter').warn(
        `${this.metadata.tableName} has addresses with capital letters, so unknown addresses are looked up by LOWER(email); store them in lower case, or create an index for it`,
      );
    }
    return this.known.hasCapitals;
  }
}

function kindOf(type: string): 'postgres' | 'mysql' | 'sqlite' {
  if (type === 'postgres') return type;
  return /mariadb|mysql/.test(type) ? 'mysql' : 'sqlite';
}
