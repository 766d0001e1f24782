import { type Driver, Table, type QueryRunner, type TableColumnOptions } from 'typeorm';
import {
  columnFor,
  idFor,
  isReference,
  referenceFor,
  type ColumnKind,
  type DeclaredColumn,
  type IdType,
} from '../entities/column-kinds.js';
import { databaseOf } from '../entities/auth-database.js';
import { dataSourceOf, select } from './catalog/statements.js';
import type { ColumnDefinition, OnDelete, TableDefinition } from '../entities/table-definitions.js';

/** The options that determine the names of tables and the types of keys. */
export interface NamesAndIds {
  readonly prefix: string;
  readonly id: IdType;
}

/** Converts our tables to TypeORM's, with the naming strategy of the DataSource. */
export class NamedTables {
  private constructor(
    private readonly queryRunner: QueryRunner,
    readonly options: NamesAndIds,
    private readonly isFolded: boolean,
  ) {}

  /** Asks MariaDB and MySQL once whether they fold the case of names. */
  static async of(queryRunner: QueryRunner, options: NamesAndIds): Promise<NamedTables> {
    const isMysql = databaseOf(dataSourceOf(queryRunner).driver) === 'mysql';
    const [row] = isMysql
      ? await select<{ folded: number }>(queryRunner, 'SELECT @@lower_case_table_names AS folded')
      : [];
    return new NamedTables(queryRunner, options, Number(row?.folded ?? 0) !== 0);
  }

  /** Converts a table; its keys and indexes get the names that TypeORM would give an entity's. */
  table(migrated: TableDefinition): Table {
    const { table, columns, unique, constraints = [], indexed, owner } = migrated;
    const hasConstraints = databaseOf(this.dataSource.driver) !== 'mysql';
    const indices = [
      ...(hasConstraints ? unique : [...unique, ...constraints]).map((properties) => ({
        ...this.index(table, properties),
        isUnique: true,
      })),
      ...indexed.map((properties) => this.index(table, properties)),
    ];
    return new Table({
      name: this.tableName(table),
      // Whatever the defaults of the server: others have no transactions, or only short keys.
      ...(!hasConstraints && { engine: 'InnoDB ROW_FORMAT=DYNAMIC' }),
      columns: [
        this.idColumn(),
        ...Object.entries(columns).map(([property, column]) => this.column(property, column)),
      ],
      indices,
      uniques: hasConstraints
        ? constraints.map((properties) => this.uniqueConstraint(table, properties))
        : [],
      foreignKeys: owner ? [this.owner(table, owner.onDelete)] : [],
    });
  }

  /** Returns the name of a table, with our prefix and that of the DataSource. */
  tableName(table: string): string {
    const { namingStrategy, options } = this.dataSource;
    const name = namingStrategy.tableName(table, this.options.prefix + table);
    return options.entityPrefix ? namingStrategy.prefixTableName(options.entityPrefix, name) : name;
  }

  /**
   * Returns the name with the schema of the DataSource, as the server compares it, for our own
   * statements.
   * @see docs/design/security-bar.md DT14
   */
  path(table: string): string {
    return this.folded(this.pathOfEntity(table));
  }

  /** Returns the name of a table as the server compares it. */
  folded(name: string): string {
    return this.isFolded ? name.toLowerCase() : name;
  }

  private pathOfEntity(table: string): string {
    const { driver } = this.dataSource;
    const schema: unknown = Reflect.get(driver.options, 'schema');
    const isNamed = databaseOf(driver) === 'postgres' && typeof schema === 'string';
    return isNamed ? `${schema}.${this.tableName(table)}` : this.tableName(table);
  }

  private idColumn(): TableColumnOptions {
    const { id } = this.options;
    const isGenerated = id !== 'uuid' || this.generatesUuid();
    return {
      name: this.name('id'),
      ...this.idType(),
      isPrimary: true,
      isGenerated,
      generationStrategy: isGenerated ? (id === 'uuid' ? 'uuid' : 'increment') : undefined,
    };
  }

  private column(property: string, { kind, nullable }: ColumnDefinition): TableColumnOptions {
    return {
      name: this.name(property),
      ...this.typeOf(kind),
      isNullable: nullable ?? false,
    };
  }

  private index(table: string, properties: readonly string[]) {
    const columnNames = this.names(properties);
    const { namingStrategy } = this.dataSource;
    return { name: namingStrategy.indexName(this.tableName(table), columnNames), columnNames };
  }

  private uniqueConstraint(table: string, properties: readonly string[]) {
    const columnNames = this.names(properties);
    const { namingStrategy } = this.dataSource;
    const name = namingStrategy.uniqueConstraintName(this.tableName(table), columnNames);
    return { name, columnNames };
  }

  /** Returns the name that TypeORM gives the primary key. */
  primaryKeyName(table: string): string {
    return this.dataSource.namingStrategy.primaryKeyName(this.tableName(table), this.names(['id']));
  }

  private owner(table: string, onDelete: OnDelete) {
    const columnNames = this.names(['userId']);
    const referencedColumnNames = this.names(['id']);
    return {
      name: this.dataSource.namingStrategy.foreignKeyName(
        this.tableName(table),
        columnNames,
        this.pathOfEntity('users'),
        referencedColumnNames,
      ),
      columnNames,
      referencedTableName: this.tableName('users'),
      referencedColumnNames,
      onDelete,
      // Set explicitly: MariaDB reports its default under a name that TypeORM does not expect.
      onUpdate: 'NO ACTION',
    };
  }

  /** A foreign key has the type of the key that it refers to. */
  private typeOf(kind: ColumnKind): DeclaredColumn {
    const { driver } = this.dataSource;
    return isReference(kind)
      ? referenceFor(driver, this.options.id, kind)
      : columnFor(driver, kind);
  }

  private idType(): DeclaredColumn {
    return idFor(this.dataSource.driver, this.options.id);
  }

  private generatesUuid(): boolean {
    return this.dataSource.driver.isUUIDGenerationSupported();
  }

  names(properties: readonly string[]): string[] {
    return properties.map((property) => this.name(property));
  }

  name(property: string): string {
    return this.dataSource.namingStrategy.columnName(property, '', []);
  }

  get driver(): Driver {
    return this.dataSource.driver;
  }

  private get dataSource() {
    return dataSourceOf(this.queryRunner);
  }
}
