import { Logger } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { roleOf } from '../entities/auth-role.js';
import { databaseOf } from '../entities/auth-database.js';
import type { Operations } from '../operations/operations.js';
import { StoreError } from '../operations/store-error.js';
import { assertSettings } from './assert-settings.js';
import { hasUuid } from './assert-unique.js';
import { columnOf } from './column-metadata.js';
import { type TableFacts, tableFacts } from './table-facts.js';

/** How long the look at one table may take when the application starts. */
const LOOK_LIMIT_MS = 2000;
/** The times that are compared with each other, so that a second is too coarse. */
const FINE_TIMES = ['createdAt', 'providerTime', 'endedBefore', 'staleBefore', 'accessEndedAt'];
const COMMAND = 'run the migrations (`npx typeorm migration:run -d <the file of the DataSource>`)';

/**
 * Looks once at the settings and the real tables. What is missing is logged, with the command that creates it, since
 * a migration may run later; a database that cannot be asked is not an error either.
 * @throws {Error} if a table would accept rows twice, or would store times too coarsely
 * @throws {StoreError} if the connections do not suit
 * @see docs/design/security-bar.md DT2, DT18, DT19; NW8
 */
export async function assertTables(
  tables: readonly EntityMetadata[],
  operations: Operations,
): Promise<void> {
  const logger = new Logger('TypeOrmAdapter');
  try {
    const [first] = tables;
    if (first) {
      const database = databaseOf((first.dataSource ?? first.connection).driver);
      await assertSettings(operations.begin(LOOK_LIMIT_MS), database);
    }
    for (const metadata of tables) {
      const facts = await tableFacts(operations.begin(LOOK_LIMIT_MS), metadata);
      const missing = missingIn(metadata, facts);
      if (missing) logger.warn(`${missing} does not exist: ${COMMAND}`);
      else assertSafe(metadata, facts);
      const own = missing ? [] : ownMissingIn(metadata, facts);
      if (own.length > 0) {
        logger.warn(
          `your entity \`${metadata.name}\` has columns that \`${metadata.tableName}\` lacks, ${own.join(', ')}: generate a migration for them (\`npx typeorm migration:generate\`), list it in \`migrations\`, and run it`,
        );
      }
    }
  } catch (thrown) {
    if (
      !(thrown instanceof StoreError) ||
      /^(?:CHANGED_ROWS|OPEN_TRANSACTION)$/.test(`${thrown.code}`)
    )
      throw thrown;
    logger.warn(`the tables could not be checked: ${thrown.message}`);
  }
}

function missingIn(metadata: EntityMetadata, { columns }: TableFacts): string | undefined {
  const { tableName } = metadata;
  if (columns.size === 0) return `the table \`${tableName}\``;
  const ours = Object.keys(roleOf(metadata.target)?.definition.columns ?? {});
  const names = ours.map((property) => columnOf(metadata, property).databaseName);
  const lacked = names.find((name) => !columns.has(name));
  return lacked === undefined ? undefined : `the column \`${tableName}.${lacked}\``;
}

/** Returns the columns that the application has added to an entity, and the table lacks. */
function ownMissingIn(metadata: EntityMetadata, { columns }: TableFacts): readonly string[] {
  // SQLite does not list generated columns.
  const stored = metadata.columns.filter(
    ({ isVirtualProperty, asExpression }) => !isVirtualProperty && !asExpression,
  );
  return stored.map(({ databaseName }) => databaseName).filter((name) => !columns.has(name));
}

function assertSafe(metadata: EntityMetadata, { columns, uniqueKeys, isView }: TableFacts): void {
  const { tableName } = metadata;
  const definition = roleOf(metadata.target)?.definition;
  const { unique = [], constraints = [], lackedKey } = definition ?? {};
  const declared = lackedKey && !hasUuid(metadata) ? [lackedKey] : [];
  const namesOf = (key: readonly string[]) =>
    key.map((property) => columnOf(metadata, property).databaseName);
  const lacked = [...unique, ...constraints, ...declared]
    .map(namesOf)
    .find((key) => !uniqueKeys.some((real) => real.every((name) => key.includes(name))));
  // A view has no key of its own.
  if (lacked && !isView) {
    throw new Error(
      `@authnest/typeorm: \`${tableName}\` has no unique key of ${lacked.join(' and ')} for all of its rows, so two requests at once could store one value twice; ${COMMAND}, or create the key`,
    );
  }
  for (const property of FINE_TIMES) {
    const column = metadata.findColumnWithPropertyName(property);
    if (column && (columns.get(column.databaseName) ?? 3) < 3) {
      throw new Error(
        `@authnest/typeorm: \`${tableName}.${column.databaseName}\` stores no milliseconds, so ending sessions would miss those of the same second; give the column a precision of 3`,
      );
    }
  }
}
