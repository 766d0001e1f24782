import type { Account } from '../model/account.js';
import type { Authenticator } from '../model/authenticator.js';
import type { User } from '../model/user.js';

/** A user as a data layer stores it. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /** Date of the first sign-in through an email provider; null until then. */
  emailVerified: Date | null;
}

/** An account as a data layer stores it. */
export interface AdapterAccount extends Account {
  userId: string;
  /** Whether the provider reported the address as verified at linking. Optional column. */
  emailVerified?: boolean | null;
  /** Rises with every change of the tokens; absent counts as 0. Optional column. */
  tokenVersion?: number | null;
  /** When an instance began to refresh the tokens. With `tokenVersion`. */
  refreshStartedAt?: Date | null;
  /** When the provider refused the refresh token. With `tokenVersion`. */
  refreshRefusedAt?: Date | null;
}

/** A database session. */
export interface AdapterSession {
  /** What the session cookie holds; `sha256:` and its hash with `session.tokenAtRest: 'hashed'`. */
  sessionToken: string;
  userId: string;
  /** Absolute end. A session that is read after it is removed. */
  expires: Date;
  /** When the person signed in; `session.absoluteMaxAge` counts from it. Optional column. */
  createdAt?: Date | null;
  /** Optional column. */
  lastUsedAt?: Date | null;
  /** Address of the device that signed in, or its network. Optional column. */
  address?: string | null;
  /** Optional column. */
  userAgent?: string | null;
  /** Id of the provider that the person signed in with. Optional column. */
  provider?: string | null;
  /** Hash of the provider's `sid`. Optional column. */
  providerSession?: string | null;
  /** Hash of the provider's `sub`. With `providerSession`. */
  providerSubject?: string | null;
  /** The `iat` of the ID token. With `providerSession`. */
  providerTime?: Date | null;
}

/** An authenticator as a data layer stores it. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string;
  /** As the person named it. Optional column. */
  name?: string | null;
}

/** Every column that an installation may lack, for adapters that find out which ones are there. */
export const OPTIONAL_COLUMNS = [
  'sessions.createdAt',
  'authenticators.name',
  'accounts.emailVerified',
  'accounts.tokenVersion',
  'sessions.lastUsedAt',
  'sessions.address',
  'sessions.userAgent',
  'sessions.provider',
  'sessions.providerSession',
] as const;

/** The optional columns an adapter can store; see `Adapter.columns`. */
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];
