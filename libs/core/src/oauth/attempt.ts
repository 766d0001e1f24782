/** One sign-in under way, as its sealed cookie keeps it. */
export interface Attempt {
  readonly nonce?: string;
  readonly verifier?: string;
  /** As in the authorization request. */
  readonly redirectUri?: string;
  /** The URL or path that the sign-in ends at; absent if it is too long to keep. */
  readonly target?: string;
  /** Id of the user who was signed in, null if nobody was; absent if users are not stored. */
  readonly startedBy?: string | null;
}

/** The attempt in an opened cookie, which an older version of us may have written. */
export function attemptOf(claims: Readonly<Record<string, unknown>>): Attempt {
  return {
    nonce: textOf(claims['nonce']),
    verifier: textOf(claims['verifier']),
    redirectUri: textOf(claims['redirectUri']),
    target: textOf(claims['target']),
    startedBy: claims['startedBy'] === null ? null : textOf(claims['startedBy']),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
