import { MYSQL_PATH, asCompared, select } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';
import type { TableChange } from './dialect.port.js';

interface ForeignKey {
  readonly name: string;
  readonly path: string;
  readonly column: string;
  readonly referenced: string;
  readonly isFrom: number;
}

/**
 * Finds objects of the application that prevent MariaDB and MySQL from changing a table, or that
 * would be lost. The rehearsal cannot find them, since its copy has no foreign keys or triggers.
 */
export class MysqlObstacles {
  private readonly table: string;

  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly change: TableChange,
  ) {
    this.table = change.actual.name;
  }

  /** @returns one line for each object, with its table and what to do */
  async find(): Promise<readonly string[]> {
    return [...(await this.foreignKeys()), ...(await this.triggers()), ...(await this.users())];
  }

  private async foreignKeys(): Promise<string[]> {
    const keys = await select<ForeignKey>(
      this.queryRunner,
      `SELECT CONSTRAINT_NAME AS name, COLUMN_NAME AS \`column\`,
              ${MYSQL_PATH} AS path,
              REFERENCED_COLUMN_NAME AS referenced,
              TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AS isFrom
         FROM information_schema.KEY_COLUMN_USAGE
        WHERE REFERENCED_TABLE_NAME IS NOT NULL
          AND (REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = ?
            OR TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?)`,
      [this.table, this.table, this.table],
    );
    const { changes, leaving, ours, actual } = this.change;
    const changing = [...changes.map(({ from }) => from.name), ...leaving];
    const owners = actual.foreignKeys.filter(
      ({ referencedTableName, columnNames }) =>
        ours.includes(referencedTableName) && columnNames.length === 1,
    );
    return keys.flatMap(({ name, path, column, referenced, isFrom }) => {
      if (isFrom && changing.includes(column) && !owners.some((key) => key.name === name)) {
        return [
          `${path}: the foreign key ${name} is on ${column}, which changes its type; drop it, ` +
            'and create it again afterwards',
        ];
      }
      if (isFrom || ours.includes(path) || !changing.includes(referenced)) return [];
      return [
        `${path}: a foreign key refers to ${this.table}, whose ${referenced} changes its type; ` +
          'drop it, change the type of its column too, and create it again afterwards',
      ];
    });
  }

  /** Finds triggers that would fire when times are rewritten. */
  private async triggers(): Promise<string[]> {
    if (this.change.changes.every(({ values }) => values === 'kept')) return [];
    const triggers = await select<{ name: string }>(
      this.queryRunner,
      `SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS
        WHERE EVENT_OBJECT_SCHEMA = DATABASE() AND EVENT_OBJECT_TABLE = ?
          AND EVENT_MANIPULATION = 'UPDATE'`,
      [this.table],
    );
    return triggers.map(
      ({ name }) =>
        `${this.table}: the trigger ${name} would run for every row; drop it, and create it ` +
        'again afterwards',
    );
  }

  /** Finds indexes, which would lose a dropped column, and views, which would break. */
  private async users(): Promise<string[]> {
    const { leaving, keys } = this.change;
    if (leaving.length === 0) return [];
    const indexes = await select<{ name: string; column: string }>(
      this.queryRunner,
      `SELECT INDEX_NAME AS name, COLUMN_NAME AS \`column\` FROM information_schema.STATISTICS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
      [this.table],
    );
    const views = await select<{ name: string; definition: string; here: string }>(
      this.queryRunner,
      `SELECT TABLE_NAME AS name, ${asCompared('VIEW_DEFINITION')} AS definition,
              ${asCompared('DATABASE()')} AS here
         FROM information_schema.VIEWS`,
    );
    return leaving.flatMap((column) => [
      ...indexes
        .filter((index) => index.column === column && !keys.includes(index.name))
        .map(({ name }) => this.usedBy(`index ${name}`, column)),
      ...views
        .filter(
          ({ definition, here }) =>
            definition.includes(`\`${here}\`.\`${this.table}\``) &&
            definition.includes(`\`${column}\``),
        )
        .map(({ name }) => this.usedBy(`view ${name}`, column)),
    ]);
  }

  private usedBy(what: string, column: string): string {
    return `${this.table}: the ${what} uses the column ${column}, which is removed; drop it`;
  }
}
