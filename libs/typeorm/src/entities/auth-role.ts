import type { AuthRole, TableDefinition } from './table-definitions.js';

/** A class that TypeORM makes rows of. */
export interface EntityClass<Row extends object = object> {
  new (): Row;
  readonly prototype: Row;
  readonly name: string;
}

/** Which of the tables an entity class is. */
export interface EntityRole {
  readonly role: AuthRole;
  readonly definition: TableDefinition;
}

const ROLE = Symbol('authnest:entity-role');

/** Notes on an entity class which of the tables it is, so that a DataSource can be asked. */
export function markRole(entity: EntityClass, role: EntityRole): void {
  Object.defineProperty(entity, ROLE, { value: role, configurable: true });
}

/** The role of an entity. Own property only: a subclass of an entity is another entity. */
export function roleOf(entity: unknown): EntityRole | undefined {
  if (typeof entity !== 'function' || !Object.hasOwn(entity, ROLE)) return undefined;
  return Reflect.get(entity, ROLE) as EntityRole;
}

/** Whether a row of this entity goes when its user goes. */
export function hasCascade(entity: unknown): boolean {
  return roleOf(entity)?.definition.owner?.onDelete !== 'NO ACTION';
}

/** Whether the tables of this user entity have authenticators beside them; those of Auth.js do not. */
export function hasAuthenticators(user: unknown): boolean {
  return roleOf(user)?.definition.layout !== 'auth.js';
}
