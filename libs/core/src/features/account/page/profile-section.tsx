import type { AccountPageProps } from './page-props.js';
import { Field, Form, Section } from './section.js';

/** What the user is called. */
export function ProfileSection(page: AccountPageProps) {
  const { account, texts } = page;
  const { name, image } = account.user;
  const { profile } = texts;
  if (account.profile.length === 0) return null;
  return (
    <Section id="profile" heading={profile.heading}>
      <Form page={page} action="account/profile">
        {account.profile.includes('name') && (
          <Field
            id="profile-name"
            label={profile.name}
            attributes={{ name: 'name', value: name ?? '', maxLength: 200, autocomplete: 'name' }}
          />
        )}
        {account.profile.includes('image') && (
          <Field
            id="profile-image"
            label={profile.image}
            hint={profile.imageHint}
            attributes={{
              name: 'image',
              type: 'url',
              pattern: '[Hh][Tt][Tt][Pp][Ss]://.*',
              value: image?.startsWith('https:') ? image : '',
              maxLength: 2048,
              autocomplete: 'photo',
            }}
          />
        )}
        <button class="button" type="submit">
          {profile.save}
        </button>
      </Form>
    </Section>
  );
}

/** The address, and the form to change it. */
export function AddressSection(page: AccountPageProps) {
  const { account, texts, hasChangeOfAddress } = page;
  const { email, emailVerified } = account.user;
  const { address } = texts;
  if (!email) return null;
  return (
    <Section id="address" heading={address.heading}>
      <p>
        {email}
        {emailVerified !== undefined && (
          <span class="detail">{emailVerified ? address.confirmed : address.unconfirmed}</span>
        )}
      </p>
      {hasChangeOfAddress && emailVerified !== undefined && (
        <Form page={page} action="account/email">
          <Field
            id="new-address"
            label={address.newAddress}
            hint={address.newAddressHint}
            attributes={{ name: 'email', type: 'email', required: true, autocomplete: 'email' }}
          />
          <button class="button" type="submit">
            {address.change}
          </button>
        </Form>
      )}
    </Section>
  );
}
