import type {
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';
import type { StoredRecord } from './record-store-client.port.js';

/** An object, so that TypeScript reports a missing type, whose accounts would be ignored. */
const IS_TYPE: Readonly<Record<AdapterAccount['type'], true>> = {
  oauth: true,
  oidc: true,
  email: true,
  credentials: true,
  webauthn: true,
};

/** Reads a user, without the base fields of the store. */
export function readUser(record: StoredRecord): AdapterUser {
  return {
    id: record.id,
    name: textOf(record['name']) ?? null,
    email: textOf(record['email']) ?? '',
    emailVerified: dateOf(record['emailVerified']) ?? null,
    image: textOf(record['image']) ?? null,
  };
}

/** @returns null if a field is missing: a session without an expiry would never end */
export function readSession(record: StoredRecord, userId: string): AdapterSession | null {
  const expires = dateOf(record['expires']);
  const sessionToken = textOf(record['sessionToken']);
  return expires && sessionToken !== undefined ? { sessionToken, userId, expires } : null;
}

/** @returns null if a field is missing: a link without an expiry would be valid for ever */
export function readVerificationToken(record: StoredRecord): VerificationToken | null {
  const { identifier, token } = record;
  const expires = dateOf(record['expires']);
  if (typeof identifier !== 'string' || typeof token !== 'string' || !expires) return null;
  return { identifier, token, expires };
}

/** @returns null if a required field is missing or the type is unknown */
export function readAccount(record: StoredRecord, userId: string): AdapterAccount | null {
  const { provider, providerAccountId } = record;
  const { type } = record;
  if (typeof provider !== 'string' || typeof providerAccountId !== 'string') return null;
  if (!isType(type)) return null;
  const tokens = {
    access_token: textOf(record['access_token']),
    refresh_token: textOf(record['refresh_token']),
    id_token: textOf(record['id_token']),
    expires_at: numberOf(record['expires_at']),
    scope: textOf(record['scope']),
    session_state: textOf(record['session_state']),
    token_type: textOf(record['token_type']),
  };
  const known = Object.entries(tokens).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), userId, type, provider, providerAccountId };
}

function isType(value: unknown): value is AdapterAccount['type'] {
  return typeof value === 'string' && Object.hasOwn(IS_TYPE, value);
}

/** Returns the record that was loaded into a link field, or undefined if there is none. */
export function linked(record: StoredRecord, field: string): StoredRecord | undefined {
  const value = record[field];
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is StoredRecord {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function dateOf(value: unknown): Date | undefined {
  if (!(value instanceof Date) && typeof value !== 'string') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
