import type { CredentialInput } from '../provider/credentials-provider.js';
import { CsrfField } from './csrf-field.js';
import { inputAttributes } from './input-attributes.js';
import type { CredentialsListing, SignInBlock, SignInBlockProps } from './sign-in-block.js';

/** The form of a credentials provider. The callback URL is not in it: the cookie carries it. */
export function credentialsBlock(props: SignInBlockProps<CredentialsListing>): SignInBlock {
  const { provider, forms } = props;
  return {
    shape: 'fields',
    content: (
      <form action={forms.actionUrl('callback', provider.id)} method="post">
        <CsrfField token={forms.csrfToken} />
        {Object.entries(provider.credentials).map(([key, input]) => (
          <Field key={key} name={key} input={input} providerId={provider.id} />
        ))}
        <button class="button primary" type="submit">
          {forms.language.texts.signIn.signInWith(`${provider.name}`)}
        </button>
      </form>
    ),
  };
}

interface FieldProps {
  readonly name: string;
  readonly input: CredentialInput;
  readonly providerId: string;
}

function Field({ name, input, providerId }: FieldProps) {
  const attributes = inputAttributes(name, input);
  const id = `input-${name}-for-${providerId}-provider`;
  if (attributes.type === 'hidden') return <input {...attributes} id={id} name={name} />;

  return (
    <div class={attributes.type === 'checkbox' ? 'field check' : 'field'}>
      <label for={id}>{`${input.label ?? name}`}</label>
      <input {...attributes} id={id} name={name} />
    </div>
  );
}
