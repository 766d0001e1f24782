import { CsrfField } from './csrf-field.js';
import type { EmailListing, SignInBlock, SignInBlockProps } from './sign-in-block.js';

/** The form that asks for a mailed link. The callback URL is not in it: the cookie carries it. */
export function emailBlock({ provider, forms }: SignInBlockProps<EmailListing>): SignInBlock {
  const id = `input-email-for-${provider.id}-provider`;
  const { signIn } = forms.language.texts;
  return {
    shape: 'fields',
    content: (
      <form action={forms.actionUrl('signin', provider.id)} method="post">
        <CsrfField token={forms.csrfToken} />
        <div class="field">
          <label for={id}>{signIn.emailLabel}</label>
          <input
            type="email"
            id={id}
            name="email"
            required
            autocomplete="email"
            placeholder={signIn.emailPlaceholder}
            {...prefilled(forms.email)}
          />
        </div>
        <button class="button primary" type="submit">
          {signIn.signInWith(`${provider.name}`)}
        </button>
      </form>
    ),
  };
}

function prefilled(email: string | undefined): { readonly value?: string } {
  return email === undefined ? {} : { value: `${email}` };
}
