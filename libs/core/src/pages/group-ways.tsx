import type { ComponentChildren } from 'preact';
import { AddressForm, formId, type GroupFormProps } from './address-form.js';
import { groupFields } from './group-fields.js';
import { CreatePasskey, PasskeyForm } from './passkey-form.js';
import { emailLabel, groupLabel, passkeyLabel, type SignInTexts } from './sign-in-labels.js';
import { needsScript, type SignInGroup } from './plan-sign-in.js';
import { isAbout } from './sign-in-failure.js';
import { WayIcon, type WayShape } from './way-icon.js';

/** The fields of a group, with its first button. */
export function GroupForm(props: GroupFormProps) {
  const { group, forms, failure, button } = props;
  const [passkey] = group.passkeys;
  const texts = forms.language.texts.signIn;
  if (!needsScript(group) || !passkey) return <AddressForm {...props} />;
  const fields = groupFields(group, forms, failure);
  const label = passkeyLabel(texts, group, passkey);
  return (
    <PasskeyForm
      provider={passkey}
      forms={forms}
      failure={failure}
      fields={fields}
      button={button}
      label={label}
    />
  );
}

/** Buttons that mail a link to the address in the form of a group; the form is above them. */
export function MailButtons({ group, forms }: GroupFormProps) {
  const { credentials, emails } = group;
  return emails.slice(credentials ? 0 : 1).map((email) => (
    <div class="provider" key={email.id}>
      {/* The validation of a password does not apply to a sign-in by mail. */}
      <button
        class="button"
        type="submit"
        form={formId(group)}
        formAction={forms.actionUrl('signin', email.id)}
        formNoValidate={credentials !== undefined}
      >
        <WayIcon shape="mail" />
        <span>{emailLabel(forms.language.texts.signIn, group, email)}</span>
      </button>
    </div>
  ));
}

/** The passkeys of a group that use its fields although they are outside its form. */
export function PasskeyForms({ group, forms, failure }: GroupFormProps) {
  const { passkeys } = group;
  const isMainForm = needsScript(group);
  return passkeys.slice(isMainForm ? 1 : 0).map((passkey) => (
    <Provider key={passkey.id} scripted>
      <PasskeyForm
        provider={passkey}
        forms={forms}
        failure={failure}
        fields={[]}
        fieldsIn={isMainForm ? `${passkeys[0]?.id}-form` : formId(group)}
        button="button"
        label={passkeyLabel(forms.language.texts.signIn, group, passkey)}
      />
    </Provider>
  ));
}

function shapeOf({ credentials, emails }: SignInGroup): WayShape {
  if (credentials) return 'password';
  return emails.length > 0 ? 'mail' : 'passkey';
}

/** A group whose fields differ from those of the main group: its form is folded. */
export function FoldedGroup(props: GroupFormProps) {
  const { group, forms, failure } = props;
  const texts = forms.language.texts.signIn;
  return (
    <Provider scripted={needsScript(group)}>
      <details open={isAbout(failure, group)}>
        <summary class="button">
          <WayIcon shape={shapeOf(group)} />
          <span>{groupLabel(texts, group)}</span>
        </summary>
        <div class="folded">
          <GroupForm {...props} />
          <MailButtons {...props} />
          <PasskeyForms {...props} />
          <Registrations group={group} texts={texts} />
        </div>
      </details>
    </Provider>
  );
}

export interface RegistrationsProps {
  readonly group: SignInGroup;
  readonly texts: SignInTexts;
}

/** The buttons with which a new user creates a passkey. */
export function Registrations({ group, texts }: RegistrationsProps) {
  return group.passkeys
    .filter(({ inferAction, isMadeElsewhere }) => !inferAction && !isMadeElsewhere)
    .map((passkey) => (
      <div class="provider" key={passkey.id} hidden data-passkeys>
        <CreatePasskey provider={passkey} texts={texts} />
        <p class="status">{texts.whyPasskey}</p>
      </div>
    ));
}

interface ProviderProps {
  /** Hidden until the script has found that the browser supports passkeys. */
  readonly scripted: boolean;
  readonly children: ComponentChildren;
}

/** One block of the page. @see docs/design/wire-contract.md 11 */
export function Provider({ scripted, children }: ProviderProps) {
  return (
    <div class="provider" hidden={scripted} data-passkeys={scripted || undefined}>
      {children}
    </div>
  );
}
