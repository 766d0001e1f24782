import { CsrfField } from './layout/csrf-field.js';
import type { GroupField } from './group-fields.js';
import type { SignInForms, WebAuthnListing } from './provider-listing.js';
import type { SignInFailure } from './sign-in-failure.js';
import { WayIcon } from './way-icon.js';
import { SignInField } from './sign-in-field.js';
import type { SignInTexts } from './sign-in-labels.js';

/** What a passkey form shows, and where its fields are. */
export interface PasskeyFormProps {
  readonly provider: WebAuthnListing;
  readonly forms: SignInForms;
  readonly failure: SignInFailure;
  readonly button: 'button primary' | 'button';
  readonly label: string;
  /** The form's own fields; empty when another form has them. */
  readonly fields: readonly GroupField[];
  /** Id of the other form that has the fields. */
  readonly fieldsIn?: string;
}

/**
 * The form of a WebAuthn provider. It is separate from the other forms, since the script posts it
 * with the response of the authenticator. It is hidden until the script has found that the browser
 * supports passkeys, as it does nothing without the script.
 * @see docs/design/wire-contract.md PG-5, PG-7, PG-8
 */
export function PasskeyForm(props: PasskeyFormProps) {
  const { provider, forms, failure, button, label, fields, fieldsIn } = props;
  const { id, autofill, inferAction } = provider;
  const texts = forms.language.texts.signIn;
  return (
    <form
      id={passkeyFormId(provider)}
      action={forms.actionUrl('callback', id)}
      method="post"
      noValidate
      data-options={forms.actionUrl('webauthn-options', id)}
      // Autofill might not need a click, so that a refused passkey would fail again and again.
      data-autofill={`${autofill && failure.type !== 'webauthn'}`}
      data-fields={fieldsIn}
      data-failed={texts.passkeyFailed}
      data-known={texts.passkeyExists}
      data-unknown={failure.passkey}
    >
      <CsrfField token={forms.csrfToken} />
      {fields.map((field) => (
        <SignInField key={field.name} field={field} />
      ))}
      <button
        class={button}
        id={`submitButton-${id}`}
        type="submit"
        value={inferAction ? '' : 'authenticate'}
      >
        {fieldsIn !== undefined && <WayIcon shape="passkey" />}
        <span>{label}</span>
      </button>
      <p class="status" role="status" />
    </form>
  );
}

export interface CreatePasskeyProps {
  readonly provider: WebAuthnListing;
  readonly texts: SignInTexts;
}

/** The button that creates a passkey; it may be anywhere on the page. */
export function CreatePasskey({ provider, texts }: CreatePasskeyProps) {
  return (
    <button class="button" form={passkeyFormId(provider)} type="submit" value="register">
      <WayIcon shape="passkey" />
      <span>{texts.createPasskey}</span>
    </button>
  );
}

function passkeyFormId({ id }: WebAuthnListing): string {
  return `${id}-form`;
}
