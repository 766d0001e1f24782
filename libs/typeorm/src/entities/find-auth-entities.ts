import type { DataSource } from 'typeorm';
import type { AuthEntityMap, AuthJsEntityMap } from './auth-entities.js';
import { hasAuthenticators, roleOf, type EntityClass } from './auth-role.js';
import type { AuthRole } from './table-definitions.js';

/** The entities that a DataSource works with; a layout without authenticators has none. */
export type FoundEntities = Record<Exclude<AuthRole, 'authenticator'>, EntityClass> & {
  readonly authenticator?: EntityClass;
};

/**
 * The entities that a DataSource works with.
 * @param entities - those that the application named; found by their role when it named none
 * @throws {Error} when the DataSource has none, not all, or several of a role; it says what to add
 */
export function findAuthEntities(
  dataSource: DataSource,
  entities?: AuthJsEntityMap & Partial<AuthEntityMap>,
): FoundEntities {
  const known = dataSource.entityMetadatas.map(({ target }) => target);
  const find = (role: AuthRole): EntityClass => {
    const candidates = entities
      ? known.filter((target) => target === entities[role])
      : known.filter((target) => roleOf(target)?.role === role);
    return theOnly(candidates, role);
  };
  const found = {
    user: find('user'),
    account: find('account'),
    session: find('session'),
    verificationToken: find('verificationToken'),
  };
  return hasAuthenticators(found.user) ? { ...found, authenticator: find('authenticator') } : found;
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
