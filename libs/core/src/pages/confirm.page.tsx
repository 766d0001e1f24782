import type { Theme } from '../model/theme.js';
import type { Language } from '../config/texts/language.js';
import { CsrfField } from './layout/csrf-field.js';
import { Icon } from './layout/icon.js';
import { renderPage } from './layout/page-layout.js';
import type { RenderedPage } from './layout/rendered-page.js';
import { type Site, siteName, siteUrl } from './layout/site-link.js';

/** What the confirm page shows. */
export interface ConfirmPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  /** Absent when the CSRF check is off. */
  readonly csrfToken?: string;
  /** The URL that the form posts to, which is that of the page itself. */
  readonly actionUrl: string;
  /** Masked, but still recognizable to its owner. */
  readonly address: string;
  /** Identifies the link that the page is about, without its token. */
  readonly link: string;
}

/**
 * Renders the page that asks before an emailed link signs in: mail scanners follow links too, and
 * the link might be from a stranger and sign in to the stranger's account.
 * @see docs/design/decisions.md 5; docs/design/security-bar.md F06, F07
 */
export function renderConfirmPage(props: ConfirmPageProps): RenderedPage {
  const { theme, language, csrfToken, actionUrl, address, link } = props;
  const { confirm } = language.texts;
  return renderPage({
    title: confirm.title,
    site: props,
    rootClass: 'confirm',
    theme,
    language,
    forms: 'some',
    children: (
      <>
        <header>
          <Icon shape="mail" />
          <h1>{confirm.heading(address)}</h1>
          <p>{confirm.note(siteName(language.texts, props))}</p>
        </header>
        <form action={actionUrl} method="post">
          <CsrfField token={csrfToken} />
          <input type="hidden" name="link" value={link} />
          <button class="button primary" id="submitButton" type="submit">
            {confirm.signIn}
          </button>
        </form>
        <a class="button" href={siteUrl(props)}>
          {confirm.notMe}
        </a>
      </>
    ),
  });
}
