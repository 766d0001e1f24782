import type { DataSource, EntityMetadata } from 'typeorm';
import type { EntityClass } from './auth-role.js';
import {
  columnFor,
  idFor,
  isReference,
  referenceFor,
  referenceToOwn,
  transformerFor,
  type ColumnKind,
  type IdType,
} from './column-kinds.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The kinds of columns that we declared on an entity class, by property. */
export interface DeclaredKinds {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Undefined for a class that declares its key itself. */
  readonly id?: IdType;
}

const KINDS = Symbol('authnest:declared-kinds');

/**
 * Sets the column types of an entity class in each DataSource that uses it, since a class is
 * declared before its database is known. If a class has the static members of a `BaseEntity`,
 * TypeORM passes it the DataSource after the metadata are built and before migrations and schemas
 * read them. A class that extends `BaseEntity` keeps its behaviour.
 *
 * An option with the database would need less code, but it would have to be known when modules are
 * loaded, before `DATABASE_URL` is read, and one class could not serve two kinds of databases, such
 * as PostgreSQL and the SQLite of tests.
 */
export function settleWithDataSource(entity: EntityClass, kinds: DeclaredKinds): void {
  const before = kindsOf(entity);
  const merged = { ...before, ...kinds, columns: { ...before?.columns, ...kinds.columns } };
  const isKnown = Object.hasOwn(entity, KINDS);
  define(entity, KINDS, merged);
  if (isKnown) return;

  const inherited: unknown = Reflect.get(entity, 'useDataSource');
  define(entity, 'useDataSource', function useDataSource(this: EntityClass, source: DataSource) {
    if (typeof inherited === 'function') Reflect.apply(inherited, this, [source]);
    settleColumns(source.getMetadata(this));
  });
  for (const member of ['hasId', 'save']) {
    if (!(member in entity)) define(entity, member, () => false);
  }
}

/** Sets the types in the metadata of one DataSource. A second call changes nothing. */
function settleColumns(metadata: EntityMetadata): void {
  const declared = kindsOf(metadata.target);
  if (!declared) return;
  if (declared.id) settleKey(metadata.findColumnWithPropertyName('id'), declared.id);
  for (const [property, kind] of Object.entries(declared.columns)) {
    const column = metadata.findColumnWithPropertyName(property);
    if (column && isReference(kind)) settleReference(column, kind);
    else if (column) settleColumn(column, kind);
  }
}

function settleColumn(column: ColumnMetadata, kind: ColumnKind): void {
  const { driver } = dataSourceOf(column.entityMetadata);
  const transformer = transformerFor(driver, kind);
  Object.assign(column, columnFor(driver, kind), transformer && { transformer });
}

function settleKey(column: ColumnMetadata | undefined, id: IdType | undefined): void {
  if (!column || !id) return;
  Object.assign(column, idFor(dataSourceOf(column.entityMetadata).driver, id));
}

/** A foreign key has the type of the key that it refers to. */
function settleReference(column: ColumnMetadata, kind: ColumnKind): void {
  const id = ownerId(column.entityMetadata);
  const { driver } = dataSourceOf(column.entityMetadata);
  const { referencedColumn: own } = column;
  Object.assign(column, id ? referenceFor(driver, id, kind) : own && referenceToOwn(driver, own));
}

function ownerId(metadata: EntityMetadata): IdType | undefined {
  const owner = metadata.findRelationWithPropertyPath('user')?.inverseEntityMetadata;
  return kindsOf(owner?.target)?.id;
}

/** TypeORM 0.3 provides it only as `connection`. */
function dataSourceOf(metadata: EntityMetadata): DataSource {
  return metadata.dataSource ?? metadata.connection;
}

/** Includes inherited kinds, since a subclass of an entity has its columns. */
function kindsOf(entity: unknown): DeclaredKinds | undefined {
  if (typeof entity !== 'function') return undefined;
  return Reflect.get(entity, KINDS) as DeclaredKinds | undefined;
}

function define(entity: EntityClass, member: string | symbol, value: unknown): void {
  Object.defineProperty(entity, member, { value, configurable: true, writable: true });
}
