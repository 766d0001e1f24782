import { authJsDefinitions } from './auth-js-definitions.js';
import type { EntityClass } from './auth-role.js';
import {
  AuthAccount,
  AuthAuthenticator,
  AuthChallenge,
  AuthSession,
  AuthSessionRecord,
  AuthSessionRevocation,
  AuthUser,
  AuthVerificationToken,
} from './base.entities.js';
import type { IdType } from './column-kinds.js';
import { completeEntity } from './complete-entity.js';
import {
  authRoles,
  featureTablesIn,
  tableDefinitions,
  type AuthRole,
  type TableDefinition,
  type TableSet,
} from './table-definitions.js';

/** The entity classes by role. */
export interface AuthEntityMap {
  readonly user: EntityClass<AuthUser>;
  readonly account: EntityClass<AuthAccount>;
  readonly session: EntityClass<AuthSession>;
  readonly verificationToken: EntityClass<AuthVerificationToken>;
  readonly authenticator: EntityClass<AuthAuthenticator>;
  readonly sessionRevocation: EntityClass<AuthSessionRevocation>;
  readonly challenge: EntityClass<AuthChallenge>;
  /** Only if `with` includes `'sessionRegistry'`. */
  readonly sessionRecord?: EntityClass<AuthSessionRecord>;
  /** Those of the tables of features in `with`. */
  readonly features?: readonly EntityClass[];
}

/** The entity classes of the layout `auth.js`, which has only the tables of that adapter. */
export type AuthJsEntityMap = Omit<
  AuthEntityMap,
  'authenticator' | 'sessionRevocation' | 'challenge' | 'sessionRecord' | 'features'
>;

/** The seven or eight entity classes, as a list for TypeORM and by role. */
export type AuthEntities = EntityClass[] & AuthEntityMap;

/** The four entity classes of the layout `auth.js`, as a list for TypeORM and by role. */
export type AuthJsEntities = EntityClass[] & AuthJsEntityMap;

interface NamesAndIds {
  /** Prefix of the table names; a given class with a table name keeps it. @default '' */
  prefix?: string;
  /** Type of the primary keys; a given class with a primary column keeps it. @default 'uuid' */
  id?: IdType;
}

/** Options of {@link authEntities}. */
export interface AuthEntitiesOptions extends Partial<AuthEntityMap>, NamesAndIds {
  /** The layout of the tables. @default 'authnest' */
  layout?: 'authnest';
  /** Tables that only some applications use; pass the same to the migrations. @default none */
  with?: readonly TableSet[];
}

/** Options of {@link authEntities} for tables that an Auth.js installation created. */
export interface AuthJsEntitiesOptions extends Partial<AuthJsEntityMap>, NamesAndIds {
  layout: 'auth.js';
}

/**
 * Returns the entities for a DataSource, and for `TypeOrmAuthModule.forFeature`.
 *
 * ```ts
 * const auth = authEntities({ user: UserEntity });
 * new DataSource({ …, entities: [...auth, Order], migrations: authMigrations() });
 * ```
 *
 * Without options it returns the same seven classes every time. With options each call creates new
 * classes for those not given, so keep the result. The layout `auth.js` reads and writes unchanged
 * tables of the Auth.js adapter for TypeORM, which have no passkeys.
 * @throws {Error} if a given class already belongs to another user entity
 */
export function authEntities(options: AuthJsEntitiesOptions): AuthJsEntities;
export function authEntities(options?: AuthEntitiesOptions): AuthEntities;
export function authEntities(
  options: AuthEntitiesOptions | AuthJsEntitiesOptions = {},
): AuthJsEntities {
  if (options.layout === 'auth.js') return asList(makeAuthJsEntities(options));
  return asList(Object.keys(options).length === 0 ? defaultEntities : makeEntities(options));
}

function makeEntities(options: AuthEntitiesOptions): AuthEntityMap {
  const entities: AuthEntityMap = {
    ...sharedEntities(options),
    authenticator:
      options.authenticator ?? class AuthAuthenticatorEntity extends AuthAuthenticator {},
    sessionRevocation:
      options.sessionRevocation ??
      class AuthSessionRevocationEntity extends AuthSessionRevocation {},
    challenge: options.challenge ?? class AuthChallengeEntity extends AuthChallenge {},
    ...(options.with?.includes('sessionRegistry') && {
      sessionRecord:
        options.sessionRecord ?? class AuthSessionRecordEntity extends AuthSessionRecord {},
    }),
  };
  const { user } = completed(entities, tableDefinitions, options);
  const features = featureTablesIn(options.with).map((definition) => {
    const entity = entityNamed(`AuthEntityOf_${definition.table}`);
    const { prefix = '', id = 'uuid' } = options;
    completeEntity(entity, { role: 'feature', definition, prefix, id, user });
    return entity;
  });
  return { ...entities, features };
}

/** A class of its own, whose name TypeORM puts into messages. */
function entityNamed(name: string): EntityClass {
  return Object.defineProperty(class {}, 'name', { value: name });
}

function makeAuthJsEntities(options: AuthJsEntitiesOptions): AuthJsEntityMap {
  return completed(sharedEntities(options), authJsDefinitions, options);
}

function sharedEntities(options: Partial<AuthJsEntityMap>): AuthJsEntityMap {
  return {
    user: options.user ?? class AuthUserEntity extends AuthUser {},
    account: options.account ?? class AuthAccountEntity extends AuthAccount {},
    session: options.session ?? class AuthSessionEntity extends AuthSession {},
    verificationToken:
      options.verificationToken ??
      class AuthVerificationTokenEntity extends AuthVerificationToken {},
  };
}

function completed<Entities extends AuthJsEntityMap & Partial<AuthEntityMap>>(
  entities: Entities,
  definitions: Readonly<Partial<Record<AuthRole, TableDefinition>>>,
  { prefix = '', id = 'uuid' }: NamesAndIds,
): Entities {
  for (const role of authRoles) {
    const [entity, definition] = [entities[role], definitions[role]];
    if (!entity || !definition) continue;
    completeEntity(entity, { role, definition, prefix, id, user: entities.user });
  }
  return entities;
}

function asList<Entities extends AuthJsEntityMap & Partial<AuthEntityMap>>(
  entities: Entities,
): EntityClass[] & Entities {
  const byRole = authRoles.flatMap((role): EntityClass[] => {
    const entity = entities[role];
    return entity ? [entity] : [];
  });
  return Object.assign([...byRole, ...(entities.features ?? [])], entities);
}

// Declared at import like any decorated entity, so that two modules get the same classes.
const defaultEntities = makeEntities({});
