import { Fragment } from 'preact';
import { CsrfField } from './layout/csrf-field.js';
import { type GroupField, groupFields } from './group-fields.js';
import { membersOf, type SignInGroup } from './plan-sign-in.js';
import type { SignInForms } from './provider-listing.js';
import type { SignInFailure } from './sign-in-failure.js';
import { SignInField } from './sign-in-field.js';
import { credentialsLabel, emailLabel, type SignInTexts } from './sign-in-labels.js';

/** A form on the sign-in page, and what it needs from the page. */
export interface GroupFormProps {
  readonly group: SignInGroup;
  readonly forms: SignInForms;
  readonly failure: SignInFailure;
  /** Class of the form's button: only the main form of the page has a primary one. */
  readonly button: 'button primary' | 'button';
  /** URL of the page where a new password is set. */
  readonly forgotPassword?: string;
}

/** Returns the id of a group's form; buttons and the script refer to it. */
export function formId(group: SignInGroup): string {
  return `form-for-${membersOf(group)[0]?.id}-provider`;
}

/**
 * The fields that mail, passkeys and a password share, and the form's button. The callback URL is
 * kept in a cookie, not in the form.
 */
export function AddressForm(props: GroupFormProps) {
  const { group, forms, failure, button, forgotPassword } = props;
  const [email] = group.emails;
  const texts = forms.language.texts.signIn;
  const fields = groupFields(group, forms, failure);
  const action = group.credentials
    ? forms.actionUrl('callback', group.credentials.id)
    : forms.actionUrl('signin', `${email?.id}`);
  return (
    <form id={formId(group)} action={action} method="post">
      <CsrfField token={forms.csrfToken} />
      <FieldsAndHelp texts={texts} fields={fields} forgotPassword={forgotPassword} />
      <button class={button} type="submit">
        {group.credentials
          ? credentialsLabel(texts, group.credentials, button)
          : email && emailLabel(texts, group, email)}
      </button>
    </form>
  );
}

interface FieldsAndHelpProps {
  readonly texts: SignInTexts;
  readonly fields: readonly GroupField[];
  readonly forgotPassword?: string;
}

/** The link follows the password field, so that Tab moves from the address to the password. */
function FieldsAndHelp({ texts, fields, forgotPassword }: FieldsAndHelpProps) {
  const password = fields.find(({ attributes }) => attributes.type === 'password');
  return fields.map((field) => (
    <Fragment key={field.name}>
      <SignInField field={field} />
      {field === password && forgotPassword !== undefined && (
        <p class="help">
          <a href={forgotPassword}>{texts.forgotPassword}</a>
        </p>
      )}
    </Fragment>
  ));
}
