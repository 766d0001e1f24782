import type { CryptoKey, JWTPayload, KeyObject } from 'jose';

type Members = Readonly<Record<string, unknown>>;

/** Changes to ID tokens. */
export interface IdTokenScript {
  /** Overrides the default claims; `undefined` removes a claim. */
  readonly claims?: JWTPayload;
  /** Overrides the default header; `undefined` removes a member. */
  readonly header?: Members;
  /** Replaces the provider's signing key. */
  readonly key?: CryptoKey | KeyObject | Uint8Array;
  /** Returns the token to send instead of the signed one, or `undefined` to send none. */
  alter?(token: string): string | undefined | Promise<string | undefined>;
}

/** The behaviour of the provider that a test may change, at any time. */
export class FakeScript {
  /** The user who signs in, as claims of the ID token and of userinfo. */
  claims: JWTPayload = {
    sub: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
  };
  /** Whether the provider issues refresh tokens, and whether each use replaces the token. */
  refreshTokens: 'none' | 'stable' | 'rotating' = 'none';
  /** Changes to ID tokens. */
  idToken: IdTokenScript = {};
  /** Overrides the members of userinfo; `undefined` removes a member. */
  userinfo: Members = {};
  /** Overrides the members of the token endpoint's response; `undefined` removes a member. */
  tokens: Members = {};
  /** Overrides the provider metadata; `undefined` removes a member. */
  metadata: Members = {};
  /** Overrides the parameters of the callback; `undefined` removes a parameter. */
  callback: Readonly<Record<string, string | undefined>> = {};
}
