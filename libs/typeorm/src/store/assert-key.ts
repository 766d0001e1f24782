import { randomUUID } from 'node:crypto';
import type { DataSource, EntityMetadata } from 'typeorm';
import { columnOf } from './column-metadata.js';
import { fitsColumn, isBinary } from './fits-column.js';

/**
 * A new user has a UUID as id, and any other new row has no id. If the column cannot store that,
 * and nothing generates an id, the first sign-in would fail.
 * @throws {Error} for such a column; the message states what to do
 */
export function assertKey(metadata: EntityMetadata, source: DataSource, isUser: boolean): void {
  const column = columnOf(metadata, 'id');
  if (isBinary(column, source.driver) && !column.transformer) {
    throw new Error(
      `TypeOrmAdapter: \`id\` of ${metadata.name} is binary; give the column a \`transformer\` that makes strings of it`,
    );
  }
  const isMade =
    column.isGenerated ||
    column.default !== undefined ||
    metadata.beforeInsertListeners.length > 0 ||
    source.subscribers.some((subscriber) => 'beforeInsert' in subscriber);
  if (isMade || (isUser && fitsColumn(randomUUID(), column, source.driver))) return;
  const problem = isUser
    ? 'cannot store the UUID (36 characters) of a new user'
    : 'gets no value in a new row';
  throw new Error(
    `TypeOrmAdapter: \`id\` of ${metadata.name} ${problem}; let TypeORM or the database generate it ` +
      '(`@PrimaryGeneratedColumn`, `default`), or set it in `@BeforeInsert`',
  );
}
