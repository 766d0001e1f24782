import type { Account } from '../model/account.js';
import type { Authenticator } from '../model/authenticator.js';
import type { User } from '../model/user.js';

/** A user, as stored by a data layer. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /** Date of the first sign-in through an email provider; null until then. */
  emailVerified: Date | null;
  /** Sessions that began at this time or earlier are over; only ever raised. Optional column. */
  accessEndedAt?: Date | null;
}

/** An account, as stored by a data layer. */
export interface AdapterAccount extends Account {
  userId: string;
  /** Whether the provider had verified the user's address at linking. Optional column. */
  emailVerified?: boolean | null;
  /** Increases with every change to the tokens; 0 if absent. Optional column. */
  tokenVersion?: number | null;
  /** When an instance began to refresh the tokens. Required with `tokenVersion`. */
  refreshStartedAt?: Date | null;
  /** When the provider refused the refresh token. Required with `tokenVersion`. */
  refreshRefusedAt?: Date | null;
  /** When the user linked the account, or registered with it. Optional column. */
  linkedAt?: Date | null;
}

/** A database session. */
export interface AdapterSession {
  /** Value of the session cookie; `sha256:` and its hash if `session.tokenAtRest` is `hashed`. */
  sessionToken: string;
  userId: string;
  /** When the session expires. If it is read after that, it is removed. */
  expires: Date;
  /** When the user signed in; `session.absoluteMaxAge` counts from then. Optional column. */
  createdAt?: Date | null;
  /** When the session was last used. Optional column. */
  lastUsedAt?: Date | null;
  /** IP address of the device that signed in, or of its network. Optional column. */
  address?: string | null;
  /** Header `User-Agent` of the device that signed in. Optional column. */
  userAgent?: string | null;
  /** Id of the provider that the user signed in with. Optional column. */
  provider?: string | null;
  /** How the user signed in, such as `pwd`, with spaces between. Required with `authTime`. */
  amr?: string | null;
  /** When the user last proved something in this session. Optional column. */
  authTime?: Date | null;
  /** Hash of the provider's `sid`. Optional column. */
  providerSession?: string | null;
  /** Hash of the provider's `sub`. Required with `providerSession`. */
  providerSubject?: string | null;
  /** The `iat` of the ID token. Required with `providerSession`. */
  providerTime?: Date | null;
}

/** What is kept between two steps that a person takes, such as a sign-in that waits for one more. */
export interface AdapterChallenge {
  /** SHA-256 of a handle that only a cookie or a mail contains, in hexadecimal. */
  id: string;
  /** What it is for, such as `reset`. */
  purpose: string;
  /** Whom it is about: `user:` and an id, or `mail:` and a hash; null if nobody is known yet. */
  subject: string | null;
  /** Sealed with the secret of the application. */
  data: string;
  /** How often it was tried; 0 at first. */
  attempts: number;
  expires: Date;
}

/** An authenticator, as stored by a data layer. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string;
  /** The name that the user gave it. Optional column. */
  name?: string | null;
}

/** All columns that may be missing, for adapters that detect which ones exist. */
export const OPTIONAL_COLUMNS = [
  'sessions.createdAt',
  'authenticators.name',
  'accounts.emailVerified',
  'accounts.tokenVersion',
  'accounts.linkedAt',
  'sessions.lastUsedAt',
  'sessions.address',
  'sessions.userAgent',
  'sessions.provider',
  'sessions.authTime',
  'sessions.providerSession',
  'users.accessEndedAt',
] as const;

/** An optional column that an adapter can store; see `Adapter.columns`. */
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];
