import { authJsDefinitions } from '../entities/auth-js-definitions.js';
import { tableDefinitions, type TableDefinition } from '../entities/table-definitions.js';

const { sessionRecord, ...always } = tableDefinitions;

/**
 * The tables that the first migration creates: those of the entities. A migration that was released
 * must stay the same, so a later column is declared in a list of its own, which a further migration
 * adds and the definitions include.
 * @see docs/design/wire-contract.md 13.3, 13.5
 */
export const authTables: readonly TableDefinition[] = Object.values(always);

/** The table for stateless sessions. */
export const registryTables: readonly TableDefinition[] = [sessionRecord];

/** The tables that version 2 of the Auth.js adapter creates. */
export const authJsTables: readonly TableDefinition[] = Object.values(authJsDefinitions);
