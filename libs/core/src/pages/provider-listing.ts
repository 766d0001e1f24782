import type { ComponentChildren } from 'preact';
import type { Language } from '../texts/language.js';
import type {
  ResolvedCredentialsProvider,
  ResolvedEmailProvider,
  ResolvedOAuthProvider,
  ResolvedWebAuthnProvider,
} from '../provider/resolved-provider.js';

/** What the page needs of an OAuth or OIDC provider. */
export type OAuthListing = Pick<ResolvedOAuthProvider, 'id' | 'name' | 'type' | 'style'>;

/** What the page needs of an e-mail provider. */
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

/** What every block of the sign-in page may use. */
export interface SignInForms {
  readonly language: Language;
  /** Absent when the check is off. */
  readonly csrfToken?: string;
  /** Where the person goes after sign-in. */
  readonly callbackUrl: string;
  /** What the field for a mail address starts with. From the query, untrusted. */
  readonly email?: string;
  /** URL that a form posts to. */
  actionUrl(action: 'signin' | 'callback' | 'webauthn-options', providerId: string): string;
}

/** One provider on the sign-in page. */
export interface SignInBlock {
  /** A button alone, or fields to fill in; a line parts the two. */
  readonly shape: 'button' | 'fields';
  readonly content: ComponentChildren;
  /** Rules of this block, made of checked values only. */
  readonly style?: string;
  /** Checked by `isSafeImageUrl`. */
  readonly images?: readonly string[];
  /** The same text whatever the provider, so that one hash allows it. */
  readonly script?: string;
}

/** What makes the block of one kind of provider. */
export interface SignInBlockProps<P extends ProviderListing> {
  readonly provider: P;
  readonly forms: SignInForms;
  /** Name of a class that this provider's rules may use; no other provider has it. */
  readonly className: string;
}
