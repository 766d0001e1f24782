import type { EntityMetadata } from 'typeorm';
import { columnOf } from './column-metadata.js';

/**
 * Requires what makes rows unique in a table of Auth.js, which lacks a unique key: either an id that
 * we compute of the key, so a uuid, or a unique key after all. Otherwise two requests at once could
 * use one value twice, or register one account for two users.
 * @param lacked - the properties of the key that the table lacks, if it lacks one
 * @throws {Error} if nothing makes the rows unique
 * @see docs/design/security-bar.md DT2
 */
export function assertUnique(metadata: EntityMetadata, lacked?: readonly string[]): void {
  if (!lacked || hasUuid(metadata)) return;
  if (uniqueKeysOf(metadata).some((key) => isSame(key, lacked))) return;
  throw new Error(
    `TypeOrmAdapter: \`${metadata.tableName}\` needs a unique key of ${lacked.join(' and ')}, since its ids are not uuids: add @Unique([${lacked.map((name) => `'${name}'`).join(', ')}]) to ${metadata.name}, and create the key with a migration`,
  );
}

/** Whether new rows have a random id that is generated here, not by the database. */
export function hasUuid(metadata: EntityMetadata): boolean {
  const { isGenerated, generationStrategy } = columnOf(metadata, 'id');
  return isGenerated && generationStrategy === 'uuid';
}

function uniqueKeysOf({ uniques, indices, primaryColumns }: EntityMetadata): string[][] {
  const keys = [...uniques, ...indices.filter(({ isUnique }) => isUnique)];
  return [primaryColumns, ...keys.map(({ columns }) => columns)].map((columns) =>
    columns.map(({ propertyName }) => propertyName),
  );
}

function isSame(key: readonly string[], other: readonly string[]): boolean {
  return key.length === other.length && key.every((name) => other.includes(name));
}
