import type { Adapter, AdapterOperation } from '../adapter/adapter.port.js';
import { definedOnly } from '../model/defined-only.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { User } from '../model/user.js';
import type { CredentialInput } from './credentials-provider.js';

/** Whether an authenticator must verify the user. @see WebAuthn Level 3 section 5.8.6 */
export type UserVerification = 'required' | 'preferred' | 'discouraged';

/** The site that passkeys are created for, as browsers and authenticators identify it. */
export interface RelyingParty {
  /** Host name of the site, or a parent domain. */
  id: string;
  /** Shown by some authenticators. */
  name: string;
  /** Origins whose pages may request its passkeys. */
  origin: string | string[];
}

/** The user who signs in or registers. */
export interface WebAuthnUserInfo {
  user: User;
  /** Whether the user is stored. */
  exists: boolean;
}

/**
 * What {@link WebAuthnConfig.getUserInfo} and {@link WebAuthnConfig.getRelayingParty} receive about
 * the application.
 */
export interface WebAuthnCallOptions {
  /** Public URL of the request. */
  readonly url: URL;
  readonly provider: WebAuthnConfig;
  /** Every operation can be called; a missing one rejects. */
  readonly adapter: Required<Pick<Adapter, AdapterOperation>>;
}

/** What these functions receive about the request. All of it is untrusted. */
export interface WebAuthnCallRequest {
  readonly method: string;
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Sign-in by passkey. @see WebAuthn Level 3 */
export interface WebAuthnConfig {
  id: string;
  name: string;
  type: 'webauthn';
  /** Offers passkeys in the browser's autofill; for at most one provider. @default true */
  enableConditionalUI?: boolean;
  /** Inputs of the built-in form, by name; false hides the provider on the page. @default email */
  formFields?: Record<string, CredentialInput> | false;
  /**
   * If lists are given, the first `id` and `name` are used, and every `origin`.
   * @default the application's own URL
   */
  relayingParty?: { id?: string | string[]; name?: string | string[]; origin?: string | string[] };
  /** Chooses the relying party for a request. */
  getRelayingParty?(
    options: WebAuthnCallOptions,
    request: WebAuthnCallRequest,
  ): MaybePromise<RelyingParty>;
  /** Finds the user that the form fields identify, or null. @default by the parameter `email` */
  getUserInfo?(
    options: WebAuthnCallOptions,
    request: WebAuthnCallRequest,
  ): MaybePromise<WebAuthnUserInfo | null>;
  authenticationOptions?: {
    /** In milliseconds. @default 300000 */
    timeout?: number;
    /** @default 'preferred'; 'required' for `Passkey` */
    userVerification?: UserVerification;
    extensions?: object;
  };
  registrationOptions?: {
    /** In milliseconds. @default 300000 */
    timeout?: number;
    authenticatorSelection?: {
      authenticatorAttachment?: 'platform' | 'cross-platform';
      residentKey?: UserVerification;
      requireResidentKey?: boolean;
      userVerification?: UserVerification;
    };
    /** COSE algorithm identifiers, in order of preference. @default [-8, -7, -257] */
    supportedAlgorithmIDs?: number[];
    extensions?: object;
  };
  /** @default `requireUserVerification` is true if `userVerification` is 'required' */
  verifyAuthenticationOptions?: { requireUserVerification?: boolean };
  /** @default `requireUserVerification` is true if `userVerification` is 'required' */
  verifyRegistrationOptions?: { requireUserVerification?: boolean };
  /**
   * Infers a missing `action`: a signed-out browser registers if the address is new, as in Auth.js.
   * This reveals to anybody which addresses are known. @default false
   */
  inferAction?: boolean;
  /** Option of Auth.js: checked but not used, since the page has its own script. */
  simpleWebAuthnBrowserVersion?: string | false;
  /** Option of Auth.js: not used. */
  simpleWebAuthn?: object;
  options?: undefined;
}

const TIMEOUT = 300_000;

/** Declares sign-in by any WebAuthn authenticator, including security keys. */
export function WebAuthn(config: Partial<Omit<WebAuthnConfig, 'type'>> = {}): WebAuthnConfig {
  return {
    id: 'webauthn',
    name: 'WebAuthn',
    enableConditionalUI: true,
    authenticationOptions: { timeout: TIMEOUT },
    registrationOptions: { timeout: TIMEOUT },
    formFields: {
      email: {
        type: 'email',
        required: true,
        autocomplete: 'username webauthn',
      },
    },
    ...definedOnly(config),
    type: 'webauthn',
  };
}

/** Declares sign-in by passkeys: discoverable, and only if the authenticator verifies the user. */
export function Passkey(config: Partial<Omit<WebAuthnConfig, 'type'>> = {}): WebAuthnConfig {
  return WebAuthn({
    id: 'passkey',
    name: 'Passkey',
    authenticationOptions: { timeout: TIMEOUT, userVerification: 'required' },
    registrationOptions: {
      timeout: TIMEOUT,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    ...definedOnly(config),
  });
}
