import type { Theme } from '../model/theme.js';
import type { Language } from '../config/texts/language.js';
import type { Texts } from '../model/texts.js';
import { CsrfField } from './layout/csrf-field.js';
import { Icon } from './layout/icon.js';
import { renderPage } from './layout/page-layout.js';
import type { RenderedPage } from './layout/rendered-page.js';
import { type Site, siteName, siteUrl } from './layout/site-link.js';

/** Details of a sent mail, which only the browser that requested it may see. */
export interface SentMail {
  /** In full, so that its owner notices a typing error. */
  readonly address: string;
  /** Identifies the mail, so that the button resends only this one. */
  readonly again: string;
  /** `again` if the button sent the mail. */
  readonly times: 'once' | 'again';
  /** The URL that the form posts to. */
  readonly actionUrl: string;
  /** Absent when the CSRF check is off. */
  readonly csrfToken?: string;
}

/** What the page shows after a sign-in link has been mailed. */
export interface VerifyRequestPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  readonly signInUrl: string;
  /** Absent when the browser requested no mail, or did so too long ago. */
  readonly sent?: SentMail;
}

/** Renders the page that sends users to their inbox. It shows no address from the query. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): RenderedPage {
  const { theme, language, signInUrl, sent } = props;
  const { texts } = language;
  const { verifyRequest } = texts;
  return renderPage({
    title: verifyRequest.title,
    site: props,
    rootClass: 'verify-request',
    theme,
    language,
    forms: sent ? 'some' : 'none',
    children: (
      <>
        <header>
          <Icon shape="mail" />
          <h1>{verifyRequest.heading}</h1>
          <p>{sent ? verifyRequest.noteTo(sent.address) : verifyRequest.note}</p>
          {sent?.times === 'again' && (
            <p class="status" role="status">
              {verifyRequest.sentAgain}
            </p>
          )}
        </header>
        {sent && <SendAgain sent={sent} texts={texts} />}
        <nav class="more" aria-label={texts.site.ways}>
          <a href={signInUrl}>{verifyRequest.otherAddress}</a>
          <a href={siteUrl(props)}>{texts.site.goTo(siteName(texts, props))}</a>
        </nav>
      </>
    ),
  });
}

function SendAgain({ sent, texts }: { readonly sent: SentMail; readonly texts: Texts }) {
  return (
    <form action={sent.actionUrl} method="post">
      <CsrfField token={sent.csrfToken} />
      <input type="hidden" name="again" value={sent.again} />
      <button class="button" type="submit">
        {texts.verifyRequest.sendAgain}
      </button>
    </form>
  );
}
