import {
  type AuthConfig,
  type AuthEvents,
  Credentials,
  SessionGuard,
  type User,
} from '@authnest/core';
import { createAuthClient, type SignInResult } from '@authnest/client';
import { password } from '@authnest/password';
import { GitHub } from '@authnest/providers';
import { RecordStoreAdapter } from '@authnest/record-store';
import { CookieClient, MemoryAdapter } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';

const providers = [GitHub, Credentials({ authorize: () => null })];
export const config: AuthConfig = { adapter: new MemoryAdapter(), providers };
export const emailOf = ({ user }: AuthEvents['signIn']): User['email'] => user.email;
export const codeOf = (result: SignInResult): string | undefined =>
  result.ok ? undefined : result.code;
export const values = [
  SessionGuard,
  createAuthClient,
  RecordStoreAdapter,
  CookieClient,
  password,
  authEntities,
  authMigrations({ from: authJs }),
  TypeOrmAdapter,
];

// @ts-expect-error -- a package whose declarations were not found would be `any` and take it
export const wrong: AuthConfig = { providers: 'none' };
