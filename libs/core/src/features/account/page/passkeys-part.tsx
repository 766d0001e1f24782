import { CsrfField } from '../../../pages/layout/csrf-field.js';
import { WayIcon } from '../../../pages/way-icon.js';
import type { OwnPasskey } from './account-overview.js';
import type { AccountPageProps } from './page-props.js';
import { Field, Form } from './section.js';

/** The passkeys of the user, and the button that adds one with the script. */
export function PasskeysPart(page: AccountPageProps) {
  const { texts, account, passkeyProvider } = page;
  const { passkeys = [] } = account;
  return (
    <div class="passkeys">
      <h3>{texts.passkeys.heading}</h3>
      <p>{texts.passkeys.note}</p>
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((one) => (
            <Passkey key={one.id} passkey={one} page={page} />
          ))}
        </ul>
      )}
      {passkeyProvider !== undefined && <AddPasskey page={page} provider={passkeyProvider} />}
    </div>
  );
}

function Passkey({
  passkey,
  page,
}: {
  readonly passkey: OwnPasskey;
  readonly page: AccountPageProps;
}) {
  const { passkeys, passkey: unnamed, ways } = page.texts;
  const { id, deviceType, canRemove, canRename } = passkey;
  const name = passkey.name ?? unnamed;
  return (
    <li>
      <div class="what">
        <WayIcon shape="passkey" />
        <span>
          {name}
          <span class="detail">
            {deviceType === 'multiDevice' ? passkeys.synced : passkeys.oneDevice}
          </span>
          {!canRemove && <span class="detail">{ways.onlyWay}</span>}
        </span>
      </div>
      {canRemove && (
        <Form page={page} action="account/passkey-remove" hidden={{ id }}>
          <button class="button" type="submit" aria-label={passkeys.removeNamed(name)}>
            {passkeys.remove}
          </button>
        </Form>
      )}
      {canRename && (
        <Form page={page} action="account/passkey-rename" hidden={{ id }} className="naming">
          <Field
            id={`name-${id}`}
            label={passkeys.name}
            attributes={{ name: 'name', value: passkey.name ?? '', maxLength: 64, required: true }}
          />
          <button class="button" type="submit" aria-label={passkeys.renameNamed(name)}>
            {passkeys.rename}
          </button>
        </Form>
      )}
    </li>
  );
}

/** Hidden until the script has found that the browser supports passkeys. */
function AddPasskey({
  page,
  provider,
}: {
  readonly page: AccountPageProps;
  readonly provider: string;
}) {
  const { passkeys } = page.texts;
  return (
    <>
      <p data-without-passkeys>{passkeys.unsupported}</p>
      <div data-passkeys hidden>
        <form
          action={page.postUrl('callback', provider)}
          method="post"
          data-options={page.getUrl('webauthn-options', provider)}
          data-autofill="false"
          data-failed={passkeys.failed}
          data-known={passkeys.known}
        >
          <CsrfField token={page.csrfToken} />
          <input type="hidden" name="callbackUrl" value={page.here.href} />
          <button class="button" type="submit" value="register">
            <WayIcon shape="passkey" />
            <span>{passkeys.add}</span>
          </button>
          <p class="status" role="status" />
        </form>
      </div>
    </>
  );
}
