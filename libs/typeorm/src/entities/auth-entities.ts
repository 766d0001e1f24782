import type { EntityClass } from './auth-role.js';
import {
  AuthAccount,
  AuthAuthenticator,
  AuthSession,
  AuthUser,
  AuthVerificationToken,
} from './base.entities.js';
import type { IdType } from './column-kinds.js';
import { completeEntity } from './complete-entity.js';
import { authRoles } from './table-definitions.js';

/** The five entity classes by role. */
export interface AuthEntityMap {
  readonly user: EntityClass<AuthUser>;
  readonly account: EntityClass<AuthAccount>;
  readonly session: EntityClass<AuthSession>;
  readonly verificationToken: EntityClass<AuthVerificationToken>;
  readonly authenticator: EntityClass<AuthAuthenticator>;
}

/** The five entity classes, as a list for TypeORM and by role. */
export type AuthEntities = EntityClass[] & AuthEntityMap;

/** What {@link authEntities} can be told. */
export interface AuthEntitiesOptions extends Partial<AuthEntityMap> {
  /** Put before the five table names; an own class with a table name keeps that. @default '' */
  prefix?: string;
  /** Type of the primary keys; an own class with a primary column keeps that. @default 'uuid' */
  id?: IdType;
}

/**
 * The entities for a DataSource, and for `TypeOrmAuthModule.forFeature`.
 *
 * ```ts
 * const auth = authEntities({ user: UserEntity });
 * new DataSource({ …, entities: [...auth, Order], migrations: authMigrations() });
 * ```
 *
 * Without options it is always the same five classes, whoever calls. With options each call makes
 * new ones in the place of those not given, so keep the result.
 * @throws {Error} when an own class belongs to another user entity already
 */
export function authEntities(options: AuthEntitiesOptions = {}): AuthEntities {
  return asList(Object.keys(options).length === 0 ? defaultEntities : makeEntities(options));
}

function makeEntities(options: AuthEntitiesOptions): AuthEntityMap {
  const { prefix = '', id = 'uuid' } = options;
  const entities: AuthEntityMap = {
    user: options.user ?? class AuthUserEntity extends AuthUser {},
    account: options.account ?? class AuthAccountEntity extends AuthAccount {},
    session: options.session ?? class AuthSessionEntity extends AuthSession {},
    verificationToken:
      options.verificationToken ??
      class AuthVerificationTokenEntity extends AuthVerificationToken {},
    authenticator:
      options.authenticator ?? class AuthAuthenticatorEntity extends AuthAuthenticator {},
  };
  for (const role of authRoles) {
    completeEntity(entities[role], { role, prefix, id, user: entities.user });
  }
  return entities;
}

function asList(entities: AuthEntityMap): AuthEntities {
  return Object.assign(
    authRoles.map((role): EntityClass => entities[role]),
    entities,
  );
}

// Declared at import like any decorated entity: two modules that ask mean the same tables.
const defaultEntities = makeEntities({});
