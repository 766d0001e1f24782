import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ColumnOptions, ColumnType } from 'typeorm';
import { markRole, type EntityClass } from './auth-role.js';
import type { ColumnKind, IdType } from './column-kinds.js';
import { DeclaredMetadata } from './declared-metadata.js';
import { settleWithDataSource } from './settle-columns.js';
import { offeredIndexName, uniqueIndexName } from './table-definitions.js';
import type { AuthRole, ColumnDefinition, OnDelete, TableDefinition } from './table-definitions.js';

/** Options of {@link completeEntity}. */
export interface CompleteEntityOptions {
  readonly role: AuthRole | 'feature';
  readonly definition: TableDefinition;
  /** Prefix of the table name, for a class that does not declare its table. */
  readonly prefix: string;
  readonly id: IdType;
  readonly user: EntityClass;
}

/**
 * Adds to an entity class what it does not declare itself: table, key, columns, indexes and the
 * relation to the user. Existing declarations stay, so a second call changes nothing.
 * @throws {Error} if the class already belongs to another user entity
 */
export function completeEntity(entity: EntityClass, options: CompleteEntityOptions): void {
  const { role, definition, prefix } = options;
  const declared = new DeclaredMetadata(entity);

  if (!declared.hasTable()) Entity(prefix + definition.table)(entity);
  const hasOwnKey = declared.hasPrimaryColumn();
  if (!hasOwnKey) declareId(entity, options.id);
  const missing = Object.entries(definition.columns).filter(([name]) => !declared.hasColumn(name));
  for (const [name, column] of missing) Column(columnOptions(column))(entity.prototype, name);
  settleWithDataSource(entity, {
    ...(!hasOwnKey && { id: options.id }),
    columns: Object.fromEntries(missing.map(([name, { kind }]) => [name, kind])),
  });
  declareKeys(entity, declared, definition, prefix);
  declareOffered(entity, definition, prefix);
  if (definition.owner) declareOwner(entity, declared, { ...options, ...definition.owner });
  markRole(entity, { role, definition });
}

function declareId(entity: EntityClass, id: IdType): void {
  const decorate =
    id === 'uuid'
      ? PrimaryGeneratedColumn('uuid')
      : PrimaryGeneratedColumn('increment', { type: id });
  decorate(entity.prototype, 'id');
}

/** Types that every database has, used until the DataSource is known. */
const provisionalTypes = {
  reference: String,
  authJsReference: String,
  identifier: String,
  longIdentifier: String,
  string: String,
  text: 'text',
  json: 'text',
  jsonString: String,
  timestamp: Date,
  epochText: String,
  boolean: Boolean,
  seconds: 'bigint',
  counter: 'bigint',
} as const satisfies Record<ColumnKind, ColumnType>;

/** Returns a new object each time, since TypeORM writes to the options of a column. */
function columnOptions({ kind, nullable }: ColumnDefinition): ColumnOptions {
  return { type: provisionalTypes[kind], nullable: nullable ?? false };
}

function declareKeys(
  entity: EntityClass,
  declared: DeclaredMetadata,
  { table, unique, constraints = [], indexed }: TableDefinition,
  prefix: string,
): void {
  // Unique indexes, not constraints: every database has them, and none treats nulls as equal.
  for (const properties of unique) {
    if (declared.hasUniqueKey(properties)) continue;
    if (!declared.hasKey(properties)) Index([...properties], { unique: true })(entity);
    // The naming strategy would give it the name of the application's index, which is not unique.
    else
      Index(uniqueIndexName(prefix + table, properties), [...properties], { unique: true })(entity);
  }
  for (const properties of constraints) {
    if (!declared.hasUniqueKey(properties)) Unique([...properties])(entity);
  }
  for (const properties of indexed) {
    if (!declared.hasKey(properties)) Index([...properties])(entity);
  }
}

/** Declares indexes that the application may or may not create. */
function declareOffered(
  entity: EntityClass,
  { table, offered = [] }: TableDefinition,
  prefix: string,
): void {
  for (const properties of offered) {
    const name = offeredIndexName(prefix + table, properties);
    Index(name, { synchronize: false })(entity);
  }
}

/** The foreign key gets the type of the user's id, and its column is the property `userId`. */
function declareOwner(
  entity: EntityClass,
  declared: DeclaredMetadata,
  { user, onDelete }: { readonly user: EntityClass; readonly onDelete: OnDelete },
): void {
  const target = declared.relationTarget('user');
  if (target === undefined) {
    ManyToOne(() => user, { onDelete, nullable: false })(entity.prototype, 'user');
    return;
  }
  if (typeof target === 'function' && target !== user) {
    throw new Error(
      `authEntities: \`user\` of ${entity.name} refers to ${target.name} instead of ${user.name}; ` +
        'pass the same user entity to every call, or a separate subclass to each',
    );
  }
}
