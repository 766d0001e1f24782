export { authEntities } from './entities/auth-entities.js';
export {
  AuthAccount,
  AuthAuthenticator,
  AuthChallenge,
  AuthSession,
  AuthSessionRecord,
  AuthSessionRevocation,
  AuthUser,
  AuthVerificationToken,
} from './entities/base.entities.js';
export { authMigrations } from './migrations/auth-migrations.js';
export { StoreError } from './operations/store-error.js';
export { TypeOrmAdapter } from './typeorm.adapter.js';
export { TypeOrmSessionRegistry } from './typeorm-session-registry.js';

export { TypeOrmAuthModule } from './typeorm-auth.module.js';

export type { DeletedExpired } from './collections/delete-expired.js';
export type {
  AuthEntities,
  AuthEntitiesOptions,
  AuthEntityMap,
  AuthJsEntities,
  AuthJsEntitiesOptions,
  AuthJsEntityMap,
} from './entities/auth-entities.js';
export type { EntityClass } from './entities/auth-role.js';
export type { TableSet } from './entities/table-definitions.js';
export type { IdType } from './entities/column-kinds.js';
export type { AuthMigrationsOptions } from './migrations/auth-migrations.js';
export type { MigrationClass, Steps, TakeOver } from './migrations/migration-class.js';
export type { StatementOptions } from './operations/operations.js';
export type { TypeOrmAuthOptions } from './typeorm-auth.module.js';
