import type { CryptoKey, JWTPayload, KeyObject } from 'jose';

type Members = Readonly<Record<string, unknown>>;

/** What is different about ID tokens. */
export interface IdTokenScript {
  /** Over the honest claims; `undefined` takes one away. */
  readonly claims?: JWTPayload;
  /** Over the honest header; `undefined` takes a member away. */
  readonly header?: Members;
  /** Signs instead of the provider's key. */
  readonly key?: CryptoKey | KeyObject | Uint8Array;
  /** Has the last word on the token's text; `undefined` leaves the token out. */
  alter?(token: string): string | undefined | Promise<string | undefined>;
}

/** Everything about an honest provider that a test may change; each member is read when it is used. */
export class FakeScript {
  /** Who signs in: claims of the ID token and of userinfo. */
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
  /** Over the members of userinfo; `undefined` takes one away. */
  userinfo: Members = {};
  /** Over the members of the token endpoint's response; `undefined` removes one. */
  tokens: Members = {};
  /** Over the provider metadata; `undefined` takes a member away. */
  metadata: Members = {};
  /** Over the parameters that come back to the application; `undefined` takes one away. */
  callback: Readonly<Record<string, string | undefined>> = {};
}
