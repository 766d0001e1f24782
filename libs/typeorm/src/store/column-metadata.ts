import type { EntityMetadata } from 'typeorm';

/** TypeORM exports this type only as a member of the type of entity metadata. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** @throws {Error} if the entity has no column with this property */
export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`TypeOrmAdapter: ${metadata.name} has no column \`${property}\``);
  return column;
}
