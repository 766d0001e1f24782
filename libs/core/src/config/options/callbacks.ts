import { definedOnly } from '../../model/defined-only.js';
import type { OptionGroup } from './option-group.js';
import { fn, object } from './option-test.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { Account } from '../../model/account.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { Profile } from '../../model/profile.js';
import type { DefaultSession, Session } from '../../model/session.js';
import type { User } from '../../model/user.js';

/** Input of the `signIn` callback. */
export interface SignInParams {
  /** The stored user if there is one, else what the provider returned. */
  user: User | AdapterUser;
  account: Account | null;
  /** The provider's profile, unchanged; OAuth and OIDC only. */
  profile?: Profile;
  /** `verificationRequest: true` when a link is requested; absent when it is followed. */
  email?: { verificationRequest?: boolean };
  /** All fields of the form; credentials only. */
  credentials?: Record<string, unknown>;
}

/** Input of the `redirect` callback. */
export interface RedirectParams {
  /** The URL that the caller requested. Untrusted. */
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
  session: Session & { user: User };
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
  /** `false` refuses the sign-in, a string redirects to that URL. @default () => true */
  signIn(params: SignInParams): MaybePromise<boolean | string>;
  /** Returns the actual target of a redirect. @default same origin only */
  redirect(params: RedirectParams): MaybePromise<string>;
  /** Returns the content of a stateless session; null ends it. @default the unchanged token */
  jwt(params: JwtParams): MaybePromise<JWT | null>;
  /** Returns what the session endpoint shows. @default name, email, image */
  session(params: SessionParams): MaybePromise<Session | DefaultSession>;
}

interface Configured {
  readonly callbacks?: Partial<CallbacksOptions>;
}

/** Binds by name: class methods are not own members, and without `signIn` everyone may sign in. */
export function resolveCallbacks({
  callbacks = {},
}: Configured): Readonly<Partial<CallbacksOptions>> {
  const bound: Partial<CallbacksOptions> = {
    signIn: callbacks.signIn?.bind(callbacks),
    redirect: callbacks.redirect?.bind(callbacks),
    jwt: callbacks.jwt?.bind(callbacks),
    session: callbacks.session?.bind(callbacks),
  };
  return Object.freeze(definedOnly(bound));
}

/** The group of the option `callbacks`. */
export const callbacksGroup = {
  tests: { callbacks: object },
  members: {
    callbacks: { signIn: fn, redirect: fn, jwt: fn, session: fn },
  },
} as const satisfies OptionGroup<'callbacks'>;
