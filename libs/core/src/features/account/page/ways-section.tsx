import { WayIcon } from '../../../pages/way-icon.js';
import type { LinkedAccount } from '../ways/linked-accounts.js';
import type { AccountPageProps } from './page-props.js';
import { PasskeysPart } from './passkeys-part.js';
import { ProviderMark } from './provider-mark.js';
import { Form, Section } from './section.js';
import { timeOf } from './time-of.js';

/** Accounts at providers, the password and passkeys. */
export function WaysSection(page: AccountPageProps) {
  const { account, texts, changePassword } = page;
  const { accounts = [], linkable = [], passkeys } = account;
  const hasList = accounts.length > 0 || changePassword !== undefined;
  if (!hasList && linkable.length === 0 && !passkeys) return null;
  return (
    <Section id="ways" heading={texts.ways.heading}>
      {hasList && (
        <ul>
          {accounts.map((one) => (
            <Linked key={one.id} linked={one} page={page} />
          ))}
          {changePassword !== undefined && (
            <li>
              <div class="what">
                <WayIcon shape="password" />
                <span>{texts.ways.password}</span>
              </div>
              <a class="button" href={changePassword}>
                {texts.ways.changePassword}
              </a>
            </li>
          )}
        </ul>
      )}
      {linkable.map(({ id, name }) => (
        <Form key={id} page={page} action="account/link" hidden={{ provider: id }}>
          <button class="button" type="submit">
            <ProviderMark id={id} page={page} />
            <span>{texts.ways.connect(name)}</span>
          </button>
        </Form>
      ))}
      {passkeys && <PasskeysPart {...page} />}
    </Section>
  );
}

function Linked({
  linked: { id, provider, name, linkedAt, canUnlink },
  page,
}: {
  readonly linked: LinkedAccount;
  readonly page: AccountPageProps;
}) {
  const { language, texts } = page;
  const { ways } = texts;
  return (
    <li>
      <div class="what">
        <ProviderMark id={provider} page={page} />
        <span>
          {name}
          {linkedAt !== undefined && (
            <span class="detail">{ways.since(timeOf(language, linkedAt))}</span>
          )}
          {!canUnlink && <span class="detail">{ways.onlyWay}</span>}
        </span>
      </div>
      {canUnlink && (
        <Form page={page} action="account/unlink" hidden={{ provider, id }}>
          <button class="button" type="submit" aria-label={ways.disconnectFrom(name)}>
            {ways.disconnect}
          </button>
        </Form>
      )}
    </li>
  );
}
