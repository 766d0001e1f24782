import { CsrfField } from './layout/csrf-field.js';
import type { CredentialsListing, OAuthListing, SignInForms } from './provider-listing.js';
import type { ProviderLook } from './provider-look.js';
import { buttonLabel } from './sign-in-labels.js';
import type { ColorScheme } from './theme/theme-style.js';
import { ProviderLogo } from './provider-logo.js';
import { WayIcon } from './way-icon.js';

/** A button for a provider that asks for no input on this page. */
export interface ProviderButtonProps {
  readonly provider: OAuthListing | CredentialsListing;
  readonly forms: SignInForms;
  /** Class for the CSS rule of this provider; no other provider has it. */
  readonly className: string;
  /** Absent for a credentials provider, which has no style. */
  readonly look?: ProviderLook;
  /** Colour scheme of the page. */
  readonly scheme: ColorScheme;
}

/** @see docs/design/wire-contract.md PG-2 */
export function ProviderButton({ provider, forms, className, look, scheme }: ProviderButtonProps) {
  const action = provider.type === 'credentials' ? 'callback' : 'signin';
  return (
    <form action={forms.actionUrl(action, provider.id)} method="post">
      <CsrfField token={forms.csrfToken} />
      {action === 'signin' && (
        <input type="hidden" name="callbackUrl" value={`${forms.callbackUrl}`} />
      )}
      <button class={`button ${className}`} type="submit">
        {look?.logo ? (
          <ProviderLogo logo={look.logo} dark={look.logoDark} scheme={scheme} />
        ) : (
          <WayIcon shape="enter" />
        )}
        <span>{buttonLabel(forms.language.texts.signIn, provider)}</span>
      </button>
    </form>
  );
}
