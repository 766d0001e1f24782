/** A sign-in in progress, as stored in its sealed cookie. */
export interface Attempt {
  readonly nonce?: string;
  readonly verifier?: string;
  /** The redirect URI of the authorization request. */
  readonly redirectUri?: string;
  /** The URL or path to return to after the sign-in; absent if it is too long to store. */
  readonly target?: string;
  /** Id of the user who was signed in at the start, or null; absent if users are not stored. */
  readonly startedBy?: string | null;
  /** When the session of that user began, in milliseconds since the epoch; absent if unknown. */
  readonly sessionStart?: number;
  /** The requested scope, if the caller may set it; absent if it is too long to store. */
  readonly scope?: string;
  /**
   * The earliest time at which the user may have signed in at the provider, in seconds since the
   * epoch; absent if `max_age` was not requested.
   */
  readonly signedInSince?: number;
  /** Whether the user of the start proves again who they are: then no account is linked. */
  readonly isProof?: boolean;
}

/** Reads the attempt from an opened cookie, which an older version of Authnest may have written. */
export function attemptOf(claims: Readonly<Record<string, unknown>>): Attempt {
  return {
    nonce: textOf(claims['nonce']),
    verifier: textOf(claims['verifier']),
    redirectUri: textOf(claims['redirectUri']),
    target: textOf(claims['target']),
    startedBy: claims['startedBy'] === null ? null : textOf(claims['startedBy']),
    scope: textOf(claims['scope']),
    signedInSince: numberOf(claims['signedInSince']),
    sessionStart: numberOf(claims['sessionStart']),
    isProof: claims['isProof'] === true,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
