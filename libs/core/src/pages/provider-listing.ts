import type { Language } from '../texts/language.js';
import type {
  ResolvedCredentialsProvider,
  ResolvedEmailProvider,
  ResolvedOAuthProvider,
  ResolvedWebAuthnProvider,
} from '../provider/resolved-provider.js';

/** What the page needs of an OAuth or OIDC provider. */
export type OAuthListing = Pick<ResolvedOAuthProvider, 'id' | 'name' | 'type' | 'style'>;

/** What the page needs of an email provider. */
export type EmailListing = Pick<ResolvedEmailProvider, 'id' | 'name' | 'type'>;

/** What the page needs of a credentials provider. */
export type CredentialsListing = Pick<
  ResolvedCredentialsProvider,
  'id' | 'name' | 'type' | 'credentials'
>;

/** What the page needs of a WebAuthn provider. */
export type WebAuthnListing = Pick<
  ResolvedWebAuthnProvider,
  'id' | 'name' | 'type' | 'formFields' | 'autofill' | 'inferAction'
>;

/** What the page needs of a provider; a `ResolvedProvider` is one. */
export type ProviderListing = OAuthListing | EmailListing | CredentialsListing | WebAuthnListing;

/** What every form of the sign-in page may use. */
export interface SignInForms {
  readonly language: Language;
  /** Absent when the check is off. */
  readonly csrfToken?: string;
  /** Where the person goes after sign-in. */
  readonly callbackUrl: string;
  /** What the field for an address starts with. From the query, untrusted. */
  readonly email?: string;
  /** URL that a form posts to. */
  actionUrl(action: 'signin' | 'callback' | 'webauthn-options', providerId: string): string;
}
