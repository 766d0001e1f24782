import type { EntityMetadata } from 'typeorm';

/** TypeORM exports the metadata of entities by name, and that of columns only through it. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** @throws {Error} when the entity has no such property */
export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`TypeOrmAdapter: ${metadata.name} has no column \`${property}\``);
  return column;
}
