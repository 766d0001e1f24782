import { renderPage } from '../../../pages/layout/page-layout.js';
import type { RenderedPage } from '../../../pages/layout/rendered-page.js';
import { siteName, siteUrl } from '../../../pages/layout/site-link.js';
import { ERROR_ID } from '../../../pages/sign-in-failure.js';
import { WEBAUTHN_SCRIPT } from '../../../pages/webauthn-script.js';
import { ACCOUNT_STYLE } from './account-style.js';
import type { AccountPageProps } from './page-props.js';
import { AddressSection, ProfileSection } from './profile-section.js';
import { logosOf } from './provider-mark.js';
import { Form, Section } from './section.js';
import { SessionsSection } from './sessions-section.js';
import { WaysSection } from './ways-section.js';

/** Renders the page on which users manage their account. */
export function renderAccountPage(props: AccountPageProps): RenderedPage {
  const { account, texts, site, language, theme, providers, fault, done } = props;
  const { name, email } = account.user;
  return renderPage({
    title: texts.title,
    site,
    rootClass: 'account',
    theme,
    language,
    forms: 'some',
    style: ACCOUNT_STYLE,
    images: logosOf(providers),
    script: account.passkeys ? WEBAUTHN_SCRIPT : undefined,
    children: (
      <>
        <header>
          <h1>{texts.heading}</h1>
          <p>{texts.signedInAs(name || email || '')}</p>
        </header>
        {fault !== undefined && (
          <div class="error" role="alert" id={ERROR_ID}>
            {fault}
          </div>
        )}
        {done !== undefined && fault === undefined && (
          <div class="notice" role="status">
            {done}
          </div>
        )}
        <ProfileSection {...props} />
        <AddressSection {...props} />
        <WaysSection {...props} />
        <SessionsSection {...props} />
        <ExportSection {...props} />
        <DeletionSection {...props} />
        <nav aria-label={language.texts.site.ways}>
          <a href={siteUrl(site)}>{texts.goBack(siteName(language.texts, site))}</a>
          <a href={props.getUrl('signout')}>{texts.signOut}</a>
        </nav>
      </>
    ),
  });
}

/** Only users whom the adapter stores have data here. */
function ExportSection(page: AccountPageProps) {
  const { texts, account } = page;
  if (account.user.emailVerified === undefined) return null;
  return (
    <Section id="export" heading={texts.export.heading}>
      <p>{texts.export.note}</p>
      <Form page={page} action="account/export">
        <button class="button" type="submit">
          {texts.export.button}
        </button>
      </Form>
    </Section>
  );
}

function DeletionSection(page: AccountPageProps) {
  const { account, hasDeletion } = page;
  const { deletion } = page.texts;
  if (!hasDeletion || account.user.emailVerified === undefined) return null;
  return (
    <Section id="deletion" heading={deletion.heading}>
      <p>{deletion.note}</p>
      <a class="button danger" href={page.getUrl('account/delete')}>
        {deletion.button}
      </a>
    </Section>
  );
}
