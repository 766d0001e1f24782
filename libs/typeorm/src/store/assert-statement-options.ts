import type { DataSource } from 'typeorm';
import type { StatementOptions } from '../operations/operations.js';

/** @throws {Error} if the database of the DataSource does not support an option */
export function assertStatementOptions(
  { preparedStatements = false }: StatementOptions = {},
  { options }: DataSource,
): void {
  if (!preparedStatements || options.type === 'postgres') return;
  throw new Error(
    `TypeOrmAdapter: \`preparedStatements\` is for PostgreSQL, but the DataSource has the type \`${options.type}\`; remove it`,
  );
}
