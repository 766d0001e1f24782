import type { DataSource } from 'typeorm';
import type { AuthEntityMap } from './auth-entities.js';
import { roleOf, type EntityClass } from './auth-role.js';
import { authRoles, type AuthRole } from './table-definitions.js';

/**
 * The five entities that a DataSource works with.
 * @param entities - those that the application named; found by their role when it named none
 * @throws {Error} when the DataSource has none, not all, or several of a role; it says what to add
 */
export function findAuthEntities(
  dataSource: DataSource,
  entities?: AuthEntityMap,
): Record<AuthRole, EntityClass> {
  const known = dataSource.entityMetadatas.map(({ target }) => target);
  const found = authRoles.map((role): [AuthRole, EntityClass] => {
    const candidates = entities
      ? known.filter((target) => target === entities[role])
      : known.filter((target) => roleOf(target) === role);
    return [role, theOnly(candidates, role)];
  });
  return Object.fromEntries(found) as Record<AuthRole, EntityClass>;
}

function theOnly(candidates: readonly unknown[], role: AuthRole): EntityClass {
  const [entity] = candidates;
  if (typeof entity !== 'function') {
    throw new Error(
      `TypeOrmAdapter: the DataSource has no ${role} entity; add \`...authEntities()\` to its ` +
        '`entities`, or set `autoLoadEntities: true`; entities made with options go to ' +
        '`TypeOrmAuthModule.forFeature({ entities })` too',
    );
  }
  if (candidates.length > 1) {
    throw new Error(
      `TypeOrmAdapter: the DataSource has ${candidates.length} ${role} entities; name the ones ` +
        'to use: `TypeOrmAuthModule.forFeature({ entities })`',
    );
  }
  return entity as EntityClass;
}
