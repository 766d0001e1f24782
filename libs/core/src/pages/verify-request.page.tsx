import type { Theme } from '../model/theme.js';
import type { Language } from '../texts/language.js';
import { Icon } from './icon.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { type Site, SiteLink } from './site-link.js';

/** What the page shows after a sign-in link was mailed. */
export interface VerifyRequestPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
}

/** The page that sends people to their inbox. It names no address: the query is anybody's. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): RenderedPage {
  const { theme, language, origin } = props;
  const { verifyRequest } = language.texts;
  return renderPage({
    title: verifyRequest.title,
    rootClass: 'verify-request',
    theme,
    language,
    origin,
    forms: 'none',
    children: (
      <>
        <header>
          <Icon shape="mail" />
          <h1>{verifyRequest.heading}</h1>
          <p>{verifyRequest.note}</p>
        </header>
        <SiteLink texts={language.texts} site={props} />
      </>
    ),
  });
}
