import type { Language } from '../config/texts/language.js';
import type {
  ResolvedCredentialsProvider,
  ResolvedEmailProvider,
  ResolvedOAuthProvider,
  ResolvedWebAuthnProvider,
} from '../provider/resolved-provider.js';

/** The properties of an OAuth or OIDC provider that the page uses. */
export type OAuthListing = Pick<ResolvedOAuthProvider, 'id' | 'name' | 'type' | 'style'>;

/** The properties of an email provider that the page uses. */
export type EmailListing = Pick<ResolvedEmailProvider, 'id' | 'name' | 'type'>;

/** The properties of a credentials provider that the page uses. */
export type CredentialsListing = Pick<
  ResolvedCredentialsProvider,
  'id' | 'name' | 'type' | 'credentials'
>;

/** The properties of a WebAuthn provider that the page uses. */
export type WebAuthnListing = Pick<
  ResolvedWebAuthnProvider,
  'id' | 'name' | 'type' | 'formFields' | 'autofill' | 'inferAction'
> & {
  /** Whether the page only asks for a passkey, and offers to create none. @default false */
  readonly isMadeElsewhere?: boolean;
};

/** The properties of a provider that the page uses; every `ResolvedProvider` has them. */
export type ProviderListing = OAuthListing | EmailListing | CredentialsListing | WebAuthnListing;

/** Data for all forms on the sign-in page. */
export interface SignInForms {
  readonly language: Language;
  /** Absent when the CSRF check is off. */
  readonly csrfToken?: string;
  /** The URL to return to after sign-in. */
  readonly callbackUrl: string;
  /** Initial value of the address field. From the query, untrusted. */
  readonly email?: string;
  /** Returns the URL of an action for a provider. */
  actionUrl(action: 'signin' | 'callback' | 'webauthn-options', providerId: string): string;
}
