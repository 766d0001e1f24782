/** One sign-in under way, as its sealed cookie keeps it. */
export interface Attempt {
  readonly nonce?: string;
  readonly verifier?: string;
  /** As in the authorization request. */
  readonly redirectUri?: string;
  /** Where the browser goes in the end, absolute or from the root; absent where it is too long to keep. */
  readonly target?: string;
  /** Id of the user who was signed in, null for nobody; absent where nobody is stored. */
  readonly startedBy?: string | null;
}

/** What a cookie holds that was opened: written by us, but perhaps by an older version of us. */
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
