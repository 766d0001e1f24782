import type { AuthRole, TableDefinition } from './table-definitions.js';

/** A class that TypeORM maps to a table. */
export interface EntityClass<Row extends object = object> {
  new (): Row;
  readonly prototype: Row;
  readonly name: string;
}

/** The role of an entity class, and the definition of its table. */
export interface EntityRole {
  /** `feature`: found by the name of its table. */
  readonly role: AuthRole | 'feature';
  readonly definition: TableDefinition;
}

const ROLE = Symbol('authnest:entity-role');

/** Stores the role on an entity class, so that it can be found in a DataSource. */
export function markRole(entity: EntityClass, role: EntityRole): void {
  Object.defineProperty(entity, ROLE, { value: role, configurable: true });
}

/** Returns the role of an entity. It is not inherited: a subclass is another entity. */
export function roleOf(entity: unknown): EntityRole | undefined {
  if (typeof entity !== 'function' || !Object.hasOwn(entity, ROLE)) return undefined;
  return Reflect.get(entity, ROLE) as EntityRole;
}

/** Whether authenticators belong to this user entity; the tables of Auth.js have none. */
export function hasAuthenticators(user: unknown): boolean {
  return roleOf(user)?.definition.layout !== 'auth.js';
}
