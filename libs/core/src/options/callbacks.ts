import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { Account } from '../model/account.js';
import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { DefaultSession, Session } from '../model/session.js';
import type { User } from '../model/user.js';

/** Input of the `signIn` callback. */
export interface SignInParams {
  /** The stored user where there is one, else what the provider returned. */
  user: User | AdapterUser;
  account: Account | null;
  /** The provider's profile as it came; OAuth and OIDC only. */
  profile?: Profile;
  /** `verificationRequest: true` when a link is asked for; absent when it is followed. */
  email?: { verificationRequest?: boolean };
  /** All fields of the form; credentials only. */
  credentials?: Record<string, unknown>;
}

/** Input of the `redirect` callback. */
export interface RedirectParams {
  /** Where the caller wants to go. Untrusted. */
  url: string;
  /** Origin of the application. */
  baseUrl: string;
}

/** Input of the `jwt` callback. */
export interface JwtParams {
  token: JWT;
  /** At sign-in only. */
  user?: User | AdapterUser;
  /** At sign-in only. */
  account?: Account | null;
  profile?: Profile;
  trigger?: 'signIn' | 'signUp' | 'update';
  /** @deprecated use `trigger: 'signUp'` */
  isNewUser?: boolean;
  /** What the client sent with an update. Untrusted. */
  session?: unknown;
}

/** Input of the `session` callback. */
export interface SessionParams {
  session: Session;
  /** Stateless sessions only. */
  token: JWT;
  /** Database sessions only: the whole stored user. */
  user: AdapterUser;
  /** What the client sent with an update. Untrusted. */
  newSession?: unknown;
  trigger?: 'update';
}

/**
 * Hooks that decide what happens. Each may be async and must settle within `timeout`.
 * @see docs/design/wire-contract.md 9.1
 */
export interface CallbacksOptions {
  /** `false` refuses, a string redirects there. @default () => true */
  signIn(params: SignInParams): MaybePromise<boolean | string>;
  /** Where a redirect really goes. @default same origin only */
  redirect(params: RedirectParams): MaybePromise<string>;
  /** What a stateless session holds; null ends it. @default the token as it is */
  jwt(params: JwtParams): MaybePromise<JWT | null>;
  /** What the session endpoint shows. @default name, email, image */
  session(params: SessionParams): MaybePromise<Session | DefaultSession>;
}
