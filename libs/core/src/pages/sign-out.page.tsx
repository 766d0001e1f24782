import type { Theme } from '../model/theme.js';
import type { Language } from '../config/texts/language.js';
import { CsrfField } from './layout/csrf-field.js';
import { renderPage } from './layout/page-layout.js';
import type { RenderedPage } from './layout/rendered-page.js';
import { type Site, SiteLink, siteName, siteUrl } from './layout/site-link.js';

/** What the sign-out page shows. */
export interface SignOutPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  /** Absent when the CSRF check is off. */
  readonly csrfToken?: string;
  /** The URL that the form posts to, which is that of the page itself. */
  readonly actionUrl: string;
  /** Whether a sign-out was refused. */
  readonly failed?: boolean;
}

/** Renders the confirmation page: if a link could sign out, any image on the web could. */
export function renderSignOutPage(props: SignOutPageProps): RenderedPage {
  const { theme, language, csrfToken, actionUrl } = props;
  const { signOut } = language.texts;
  return renderPage({
    title: signOut.title,
    site: props,
    rootClass: 'signout',
    theme,
    language,
    forms: 'some',
    children: (
      <>
        <header>
          <h1>{props.failed ? signOut.failed : signOut.heading}</h1>
          <p>{signOut.note(siteName(language.texts, props))}</p>
        </header>
        <form action={actionUrl} method="post">
          <CsrfField token={csrfToken} />
          <button class="button primary" id="submitButton" type="submit">
            {signOut.signOut}
          </button>
        </form>
        <a class="button" href={siteUrl(props)}>
          {signOut.stay}
        </a>
      </>
    ),
  });
}

/** What the sign-out page shows if nobody is signed in. */
export interface SignedOutPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  readonly signInUrl: string;
}

/** Renders the page that replaces the question if the browser has no session. */
export function renderSignedOutPage(props: SignedOutPageProps): RenderedPage {
  const { theme, language } = props;
  const { signedOut, site } = language.texts;
  return renderPage({
    title: signedOut.title,
    site: props,
    rootClass: 'signout',
    theme,
    language,
    forms: 'none',
    children: (
      <>
        <header>
          <h1>{signedOut.heading}</h1>
          <p>{signedOut.note(siteName(language.texts, props))}</p>
        </header>
        <nav aria-label={site.ways}>
          <a class="button primary" href={props.signInUrl}>
            {signedOut.signIn}
          </a>
          <SiteLink texts={language.texts} site={props} />
        </nav>
      </>
    ),
  });
}
