import { CsrfField } from './csrf-field.js';
import { inputAttributes } from './input-attributes.js';
import type { SignInBlock, SignInBlockProps, WebAuthnListing } from './sign-in-block.js';
import { WEBAUTHN_SCRIPT } from './webauthn-script.js';

/**
 * The form of a WebAuthn provider. It is hidden until its script has found that the browser knows
 * passkeys: without script it could do nothing.
 * @see docs/design/wire-contract.md PG-5, PG-7, PG-8
 */
export function webAuthnBlock(props: SignInBlockProps<WebAuthnListing>): SignInBlock {
  const { provider, forms } = props;
  const { id, name, formFields = {}, autofill, inferAction } = provider;
  const { signIn } = forms.language.texts;
  return {
    shape: 'fields',
    script: WEBAUTHN_SCRIPT,
    content: (
      <form
        id={`${id}-form`}
        action={forms.actionUrl('callback', id)}
        method="post"
        noValidate
        hidden
        data-options={forms.actionUrl('webauthn-options', id)}
        data-autofill={`${autofill}`}
        data-failed={signIn.passkeyFailed}
        data-known={signIn.passkeyExists}
      >
        <CsrfField token={forms.csrfToken} />
        {Object.entries(formFields).map(([key, input]) => {
          const attributes = inputAttributes(key, input);
          const inputId = `input-${key}-for-${id}-provider`;
          return (
            <div class="field" key={key}>
              <label for={inputId}>{`${input.label ?? key}`}</label>
              <input {...attributes} id={inputId} name={key} data-form-field />
            </div>
          );
        })}
        <button
          class="button primary"
          id={`submitButton-${id}`}
          type="submit"
          value={inferAction ? '' : 'authenticate'}
        >
          {signIn.signInWith(`${name}`)}
        </button>
        {!inferAction && (
          <button class="button" type="submit" value="register">
            {signIn.createPasskey}
          </button>
        )}
        <p class="status" role="status" />
      </form>
    ),
  };
}
