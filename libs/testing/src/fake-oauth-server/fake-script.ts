import type { CryptoKey, JWTPayload, KeyObject } from 'jose';

type Members = Readonly<Record<string, unknown>>;

/** Changes to ID tokens. */
export interface IdTokenScript {
  /** Override the default claims; `undefined` removes one. */
  readonly claims?: JWTPayload;
  /** Overrides the default header; `undefined` removes a member. */
  readonly header?: Members;
  /** Replaces the provider's signing key. */
  readonly key?: CryptoKey | KeyObject | Uint8Array;
  /** Replaces the signed token; `undefined` leaves the token out. */
  alter?(token: string): string | undefined | Promise<string | undefined>;
}

/** The behaviour of the provider that a test may change; each member is read on use. */
export class FakeScript {
  /** The user who signs in: claims of the ID token and of userinfo. */
  claims: JWTPayload = {
    sub: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
  };
  /** Whether sign-ins get a refresh token, and whether each use replaces it. */
  refreshTokens: 'none' | 'stable' | 'rotating' = 'none';
  /** Changes to ID tokens. */
  idToken: IdTokenScript = {};
  /** Override the members of userinfo; `undefined` removes one. */
  userinfo: Members = {};
  /** Override the members of the token endpoint's response; `undefined` removes one. */
  tokens: Members = {};
  /** Override the provider metadata; `undefined` removes a member. */
  metadata: Members = {};
  /** Override the parameters of the callback; `undefined` removes one. */
  callback: Readonly<Record<string, string | undefined>> = {};
}
