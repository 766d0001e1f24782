/**
 * A user. Extend it to add columns, then pass the class to `authEntities`, which adds the columns
 * below, the key and the indexes unless the class declares them itself:
 *
 * ```ts
 * \@Entity('users')
 * export class UserEntity extends AuthUser {
 *   \@Column({ type: 'varchar', default: 'member' }) role!: string;
 * }
 * ```
 * @see docs/design/wire-contract.md 16.1
 */
export abstract class AuthUser {
  id!: string;
  name!: string | null;
  /** Unique if it is not null. */
  email!: string | null;
  emailVerified!: Date | null;
  image!: string | null;
  /** Sessions that began at this time or earlier are over. */
  accessEndedAt!: Date | null;
}

/**
 * An account of a user at a provider; extend it like {@link AuthUser}.
 * @see docs/design/wire-contract.md 16.1
 */
export abstract class AuthAccount {
  id!: string;
  userId!: string;
  user!: AuthUser;
  type!: string;
  provider!: string;
  /** Unique together with `provider`. */
  providerAccountId!: string;
  refresh_token!: string | null;
  access_token!: string | null;
  /** Seconds since the epoch. */
  expires_at!: number | null;
  token_type!: string | null;
  scope!: string | null;
  id_token!: string | null;
  /** Stored as received if it is a string, otherwise as JSON. */
  session_state!: string | null;
  /** Whether the provider reported the address as verified when the account was linked. */
  emailVerified!: boolean | null;
  /** Incremented with every change of the tokens; null counts as 0. */
  tokenVersion!: number | null;
  /** When an instance began to refresh the tokens; null if none is doing so. */
  refreshStartedAt!: Date | null;
  /** When the provider refused the refresh token. */
  refreshRefusedAt!: Date | null;
  /** When the user linked the account, or registered with it. */
  linkedAt!: Date | null;
}

/** A database session; extend it like {@link AuthUser}. @see docs/design/wire-contract.md 16.1 */
export abstract class AuthSession {
  id!: string;
  /** Unique. */
  sessionToken!: string;
  userId!: string;
  user!: AuthUser;
  expires!: Date;
  /** When the user signed in. */
  createdAt!: Date | null;
  lastUsedAt!: Date | null;
  /** IP address of the device that signed in, or only its network, as configured. */
  address!: string | null;
  userAgent!: string | null;
  /** Id of the provider that the user signed in with. */
  provider!: string | null;
  /** How the user signed in, such as `pwd`, with spaces between. */
  amr!: string | null;
  /** When the user last proved something in this session. */
  authTime!: Date | null;
  /** Hash of the provider's `sid`. */
  providerSession!: string | null;
  /** Hash of the provider's `sub`. */
  providerSubject!: string | null;
  /** The `iat` of the ID token. */
  providerTime!: Date | null;
}

/** A sign-in link; extend it like {@link AuthUser}. @see docs/design/wire-contract.md 16.1 */
export abstract class AuthVerificationToken {
  id!: string;
  identifier!: string;
  /** A hash; unique together with `identifier`. */
  token!: string;
  expires!: Date;
}

/** A passkey; extend it like {@link AuthUser}. @see docs/design/wire-contract.md 16.1 */
export abstract class AuthAuthenticator {
  id!: string;
  /** Unique. */
  credentialID!: string;
  userId!: string;
  user!: AuthUser;
  providerAccountId!: string;
  credentialPublicKey!: string;
  /** 32 bits, unsigned. */
  counter!: number;
  credentialDeviceType!: string;
  credentialBackedUp!: boolean;
  /** Comma-separated. */
  transports!: string | null;
  /** The name that the user chose. */
  name!: string | null;
}

/** A mark of the time up to which certain sessions have ended; extend it like {@link AuthUser}. */
export abstract class AuthSessionRevocation {
  id!: string;
  /** A hash that identifies the sessions. Unique. */
  marker!: string;
  endedBefore!: Date;
  /** When the last of those sessions expires. */
  expires!: Date;
}

/** What is kept between two steps of a person; extend it like {@link AuthUser}. */
export abstract class AuthChallenge {
  id!: string;
  /** Hash of what only a cookie or a mail contains. Unique. */
  handleHash!: string;
  /** What it is for. */
  purpose!: string;
  /** Whom it is about: `user:` and an id, or `mail:` and a hash. */
  subject!: string | null;
  /** Sealed. */
  data!: string;
  attempts!: number;
  expires!: Date;
}

/**
 * A stateless session in the registry, or a mark for all sessions of a user; extend it like
 * {@link AuthUser}.
 */
export abstract class AuthSessionRecord {
  id!: string;
  /** Id of the session; in a mark, `user:` and the user's id. Unique. */
  sessionId!: string;
  userId!: string | null;
  createdAt!: Date | null;
  lastUsedAt!: Date | null;
  /** No token of the session is valid after this time. */
  expires!: Date;
  address!: string | null;
  userAgent!: string | null;
  provider!: string | null;
  /** When the session ended; in a mark, sessions that began by then have ended. */
  endedBefore!: Date | null;
  /** In a mark: tokens that were issued by then are stale. */
  staleBefore!: Date | null;
}
