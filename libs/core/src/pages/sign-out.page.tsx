import type { Theme } from '../model/theme.js';
import { CsrfField } from './csrf-field.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { type Site, SiteLink, siteName, siteUrl } from './site-link.js';

/** What the sign-out page shows. */
export interface SignOutPageProps extends Site {
  readonly theme: Theme;
  /** Absent when the check is off. */
  readonly csrfToken?: string;
  /** Where the form posts to: the address of the page itself. */
  readonly actionUrl: string;
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
          <p>You will need to sign in again to use {siteName(props)}.</p>
        </header>
        <form action={actionUrl} method="post">
          <CsrfField token={csrfToken} />
          <button class="button primary" id="submitButton" type="submit">
            Sign out
          </button>
        </form>
        <a class="button" href={siteUrl(props)}>
          Stay signed in
        </a>
      </>
    ),
  });
}

/** What the sign-out page shows to somebody who is not signed in. */
export interface SignedOutPageProps extends Site {
  readonly theme: Theme;
  readonly signInUrl: string;
}

/** The page in place of the question where the browser has no session. */
export function renderSignedOutPage(props: SignedOutPageProps): RenderedPage {
  return renderPage({
    title: 'Sign Out',
    rootClass: 'signout',
    theme: props.theme,
    origin: props.origin,
    forms: 'none',
    children: (
      <>
        <header>
          <h1>You are signed out</h1>
          <p>Nobody is signed in to {siteName(props)} in this browser.</p>
        </header>
        <nav aria-label="Where to go from here">
          <a class="button primary" href={props.signInUrl}>
            Sign in
          </a>
          <SiteLink origin={props.origin} name={props.name} />
        </nav>
      </>
    ),
  });
}
