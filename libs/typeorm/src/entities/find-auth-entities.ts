import type { DataSource } from 'typeorm';
import type { AuthEntityMap, AuthJsEntityMap } from './auth-entities.js';
import { hasAuthenticators, roleOf, type EntityClass } from './auth-role.js';
import type { AuthJsRole, AuthRole } from './table-definitions.js';

/**
 * The entities that a DataSource works with; a layout without authenticators has none, and who
 * lists entities one by one may leave out the revocations.
 */
export type FoundEntities = Record<AuthJsRole, EntityClass> &
  Partial<Record<Exclude<AuthRole, AuthJsRole>, EntityClass>>;

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
  const candidates = (role: AuthRole) =>
    known.filter((target) =>
      entities ? target === entities[role] : roleOf(target)?.role === role,
    );
  const find = (role: AuthRole): EntityClass => theOnly(candidates(role), role);
  const found = {
    user: find('user'),
    account: find('account'),
    session: find('session'),
    verificationToken: find('verificationToken'),
  };
  return {
    ...found,
    ...(hasAuthenticators(found.user) && { authenticator: find('authenticator') }),
    ...(candidates('sessionRevocation').length > 0 && {
      sessionRevocation: find('sessionRevocation'),
    }),
  };
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
