import type { Theme } from '../model/theme.js';
import { CsrfField } from './csrf-field.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { siteName, siteUrl } from './site-link.js';

/** What the sign-out page shows. */
export interface SignOutPageProps {
  readonly theme: Theme;
  /** Absent when the check is off. */
  readonly csrfToken?: string;
  /** Where the form posts to: the address of the page itself. */
  readonly actionUrl: string;
  /** Of the page. */
  readonly origin: string;
}

/** The page that asks before it signs out: a link alone must not, or any image on the web could. */
export function renderSignOutPage(props: SignOutPageProps): RenderedPage {
  const { theme, csrfToken, actionUrl, origin } = props;
  return renderPage({
    title: 'Sign Out',
    rootClass: 'signout',
    theme,
    origin,
    forms: 'some',
    children: (
      <>
        <header>
          <h1>Sign out?</h1>
          <p>You will need to sign in again to use {siteName(origin)}.</p>
        </header>
        <form action={actionUrl} method="post">
          <CsrfField token={csrfToken} />
          <button class="button primary" id="submitButton" type="submit">
            Sign out
          </button>
        </form>
        <a class="button" href={siteUrl(origin)}>
          Stay signed in
        </a>
      </>
    ),
  });
}
