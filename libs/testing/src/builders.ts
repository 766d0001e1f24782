import { randomBytes, randomUUID } from 'node:crypto';
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';

const HOUR_MS = 3_600_000;

/** Returns a user with a unique email address; `emailVerified` has milliseconds. */
export function aUser(overrides: Partial<AdapterUser> = {}): AdapterUser {
  const id = randomUUID();
  return {
    id,
    name: 'Fill Murray',
    email: `fill.${id}@example.com`,
    image: 'https://example.com/fill.png',
    emailVerified: new Date('2026-01-02T03:04:05.678Z'),
    ...overrides,
  };
}

/** Returns a session that expires in an hour. Pass the `userId` of a stored user. */
export function aSession(overrides: Partial<AdapterSession> = {}): AdapterSession {
  return {
    sessionToken: randomBytes(32).toString('hex'),
    userId: randomUUID(),
    expires: inOneHour(),
    ...overrides,
  };
}

/** Returns an OAuth account with every token member. Pass the `userId` of a stored user. */
export function anAccount(overrides: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId: randomUUID(),
    type: 'oauth',
    provider: 'github',
    providerAccountId: randomUUID(),
    access_token: randomBytes(16).toString('hex'),
    refresh_token: randomBytes(16).toString('hex'),
    id_token: randomBytes(16).toString('hex'),
    expires_at: 1_900_000_000,
    scope: 'user:email read:user',
    token_type: 'bearer',
    session_state: 'a-session-state',
    ...overrides,
  };
}

/** Returns a sign-in link that expires in an hour; its token looks like a stored hash. */
export function aVerificationToken(overrides: Partial<VerificationToken> = {}): VerificationToken {
  return {
    identifier: `fill.${randomUUID()}@example.com`,
    token: randomBytes(32).toString('hex'),
    expires: inOneHour(),
    ...overrides,
  };
}

/** Returns a passkey that was never used. Pass the `userId` of a stored user. */
export function anAuthenticator(
  overrides: Partial<AdapterAuthenticator> = {},
): AdapterAuthenticator {
  const credentialID = randomBytes(32).toString('base64');
  return {
    userId: randomUUID(),
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: randomBytes(77).toString('base64'),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...overrides,
  };
}

/** Returns whole seconds, since not every store keeps milliseconds when a row is inserted. */
function inOneHour(): Date {
  return new Date(Math.floor((Date.now() + HOUR_MS) / 1000) * 1000);
}
