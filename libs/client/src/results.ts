import type { Failure } from './failure.js';
import type { Session } from './session.js';

export type SignInResult =
  | {
      readonly ok: true;
      /**
       * What the person does next: sign in at the provider, or open the link in the mail. Undefined
       * if they are signed in.
       */
      readonly next?: 'provider' | 'email';
      /** The page to show next; the browser is already on its way unless `redirect` is false. */
      readonly url: string;
    }
  | Failure;

export type SignOutResult = { readonly ok: true; readonly url: string } | Failure;

export type SessionResult = { readonly ok: true; readonly session: Session | null } | Failure;

/** A way to sign in, as the server lists it. */
export interface PublicProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn';
  readonly signinUrl: string;
  readonly callbackUrl: string;
}

/** The ways to sign in, by their ids. */
export type PublicProviders = Readonly<Record<string, PublicProvider>>;

export type ProvidersResult = { readonly ok: true; readonly providers: PublicProviders } | Failure;

export type CsrfTokenResult = { readonly ok: true; readonly csrfToken: string } | Failure;

/** One of the sessions of the signed-in user. */
export interface SessionSummary {
  readonly id: string;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
  /** When the user signed in, in ISO 8601; null if it is not stored. */
  readonly createdAt: string | null;
  readonly expires: string;
  readonly lastUsedAt: string | null;
  readonly address: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly provider: string | null;
}

/** A page of sessions, the newest sign-in first; `next` is absent on the last one. */
export interface SessionList {
  readonly items: readonly SessionSummary[];
  readonly next?: string;
}

export type SessionsResult = ({ readonly ok: true } & SessionList) | Failure;

/** `revoked` is the number of sessions that ended. */
export type RevokeResult = { readonly ok: true; readonly revoked: number } | Failure;
