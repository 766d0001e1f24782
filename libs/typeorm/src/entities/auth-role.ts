import type { AuthRole } from './table-definitions.js';

/** A class that TypeORM makes rows of. */
export interface EntityClass<Row extends object = object> {
  new (): Row;
  readonly prototype: Row;
  readonly name: string;
}

const ROLE = Symbol('authnest:entity-role');

/** Notes on an entity class which of the five tables it is, so that a DataSource can be asked. */
export function markRole(entity: EntityClass, role: AuthRole): void {
  Object.defineProperty(entity, ROLE, { value: role, configurable: true });
}

/** The role of an entity. Own property only: a subclass of an entity is another entity. */
export function roleOf(entity: unknown): AuthRole | undefined {
  if (typeof entity !== 'function' || !Object.hasOwn(entity, ROLE)) return undefined;
  return Reflect.get(entity, ROLE) as AuthRole;
}
