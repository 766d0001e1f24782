import type { DataSource } from 'typeorm';
import type { AuthEntityMap, AuthJsEntityMap } from './auth-entities.js';
import { hasAuthenticators, roleOf, type EntityClass } from './auth-role.js';
import type { AuthJsRole, AuthRole } from './table-definitions.js';

/**
 * The entities of a DataSource. Authenticators are missing in a layout without them. Revocations
 * and challenges are missing if the application lists its entities one by one and leaves them out.
 */
export type FoundEntities = Record<AuthJsRole, EntityClass> &
  Partial<Record<Exclude<AuthRole, AuthJsRole>, EntityClass>> & {
    /** Those of the tables of features. */
    readonly features: readonly EntityClass[];
  };

/**
 * Finds the entities of a DataSource.
 * @param entities - the entities that the application passed. @default those found by role
 * @throws {Error} if an entity is missing or a role has several; the message states what to do
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
    ...(candidates('challenge').length > 0 && { challenge: find('challenge') }),
    features: entities?.features ?? known.filter(isOfFeature),
  };
}

function isOfFeature(target: unknown): target is EntityClass {
  return roleOf(target)?.role === 'feature';
}

function theOnly(candidates: readonly unknown[], role: AuthRole): EntityClass {
  const [entity] = candidates;
  if (typeof entity !== 'function') {
    throw new Error(
      `TypeOrmAdapter: the DataSource has no ${role} entity; add \`...authEntities()\` to its ` +
        '`entities`, or set `autoLoadEntities: true`; pass entities made with options to ' +
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
