import type { EntityMetadata } from 'typeorm';

/** TypeORM exports the type of entity metadata, but that of column metadata only as its member. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** @throws {Error} when the entity has no such property */
export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`TypeOrmAdapter: ${metadata.name} has no column \`${property}\``);
  return column;
}
