/**
 * `@authnest/typeorm/migrations`: what a package needs that takes over the tables of another
 * library. It is released with the same version, and may change with each.
 */
export { databaseOf } from './entities/auth-database.js';
export { atomically } from './migrations/atomically.js';
export { catalogOf } from './migrations/catalog/catalog-of.js';
export { generatedColumnsIn } from './migrations/catalog/catalog.port.js';
export { mentions } from './migrations/catalog/sqlite-catalog.js';
export {
  asCompared,
  dataSourceOf,
  escaped,
  MYSQL_PATH,
  select,
} from './migrations/catalog/statements.js';
export { hasForm } from './migrations/differences-of.js';
export { dropTable } from './migrations/drop-table.js';
export { TableMaker } from './migrations/make-tables.js';
export {
  heldNames,
  namesGivenTwice,
  namesOfKeys,
  namesOfNew,
  takenKey,
} from './migrations/name-problems.js';
export { NamedTables } from './migrations/named-tables.js';
export { refuse } from './migrations/refuse.js';
export { sameColumns } from './migrations/same-columns.js';
export { authJsTables, authTables } from './migrations/tables.js';

export type { TableDefinition } from './entities/table-definitions.js';
export type { Catalog, NewNames } from './migrations/catalog/catalog.port.js';
