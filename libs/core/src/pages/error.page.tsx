import { isSafeUrlOrPath } from '../config/is-safe-url.js';
import type { Theme } from '../model/theme.js';
import { errorMessage } from './error-messages.js';
import { Icon } from './icon.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { type Site, SiteLink } from './site-link.js';

/** What the error page shows. */
export interface ErrorPageProps extends Site {
  readonly theme: Theme;
  /** From the query, untrusted. */
  readonly error?: string;
  /** How long to wait before the next attempt, seconds. */
  readonly waitSeconds?: number;
  /** Leads to sign-in where that helps; left out when it is no http(s) URL or path. */
  readonly signInUrl: string;
}

/**
 * The page that tells why a sign-in ended.
 * @returns the page and its status: 500 for `Configuration`, 403 for `AccessDenied` and
 * `Verification`, 200 for anything else
 */
export function renderErrorPage(props: ErrorPageProps): RenderedPage & { readonly status: number } {
  const { heading, text, status, retry } = errorMessage(props.error);
  const page = renderPage({
    title: 'Error',
    rootClass: 'error',
    theme: props.theme,
    origin: props.origin,
    forms: 'none',
    children: (
      <>
        <header>
          <Icon shape="alert" />
          <h1>{heading}</h1>
          <p>{text}</p>
          {props.waitSeconds !== undefined && (
            <p>You can try again in {duration(props.waitSeconds)}.</p>
          )}
        </header>
        <nav aria-label="Where to go from here">
          {retry && isSafeUrlOrPath(props.signInUrl) && (
            <a class="button primary" href={props.signInUrl}>
              Sign in
            </a>
          )}
          <SiteLink origin={props.origin} name={props.name} />
        </nav>
      </>
    ),
  });
  return { ...page, status };
}

/** Rounded up, so that whoever waits so long need not wait again. */
function duration(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
