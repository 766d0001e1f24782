/** What a sign-out needs to know about the sign-in at a provider. */
export interface KeptHint {
  /** Id of the provider. */
  readonly provider: string;
  /** Id of the user whose session the hint belongs to. */
  readonly userId: string;
  readonly idToken?: string;
  /** The claim `login_hint` of the ID token, or else the claim `sid`. */
  readonly hint?: string;
}

/** @returns undefined if the claims of a cookie are not those of a hint */
export function hintOf(claims: Readonly<Record<string, unknown>> | null): KeptHint | undefined {
  const { provider, userId, idToken, hint } = claims ?? {};
  if (typeof provider !== 'string' || typeof userId !== 'string') return undefined;
  return { provider, userId, idToken: textOf(idToken), hint: textOf(hint) };
}

/** Returns the claim if it can be sent in a URL: a non-empty string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
