import type { Theme } from '../model/theme.js';
import type { Language } from '../texts/language.js';
import type { Texts } from '../texts/texts.js';
import { CsrfField } from './csrf-field.js';
import { Icon } from './icon.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { type Site, SiteLink } from './site-link.js';

/** The mail that the page is about, as the browser that asked for it may know it. */
export interface SentMail {
  /** Masked: enough for its owner to know it. */
  readonly address: string;
  /** Names the mail, so that the button sends no other one. */
  readonly again: string;
  /** Whether it was sent by the button. */
  readonly times: 'once' | 'again';
  /** Where the form posts to. */
  readonly actionUrl: string;
  /** Absent when the check is off. */
  readonly csrfToken?: string;
}

/** What the page shows after a sign-in link was mailed. */
export interface VerifyRequestPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  readonly signInUrl: string;
  /** Absent where the browser asked for none, or too long ago. */
  readonly sent?: SentMail;
}

/** The page that sends people to their inbox. The query is anybody's, so it names no address of it. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): RenderedPage {
  const { theme, language, origin, signInUrl, sent } = props;
  const { texts } = language;
  const { verifyRequest } = texts;
  return renderPage({
    title: verifyRequest.title,
    rootClass: 'verify-request',
    theme,
    language,
    origin,
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
        <nav aria-label={texts.site.ways}>
          <a class="button" href={signInUrl}>
            {verifyRequest.otherAddress}
          </a>
          <SiteLink texts={texts} site={props} />
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
