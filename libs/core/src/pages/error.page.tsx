import { isSafeUrlOrPath } from '../model/is-safe-url.js';
import type { Theme } from '../model/theme.js';
import type { Language } from '../config/texts/language.js';
import { errorMessage } from './error-messages.js';
import { Icon } from './layout/icon.js';
import { renderPage } from './layout/page-layout.js';
import type { RenderedPage } from './layout/rendered-page.js';
import { type Site, SiteLink } from './layout/site-link.js';

/** What the error page shows. */
export interface ErrorPageProps extends Site {
  readonly theme: Theme;
  readonly language: Language;
  /** From the query, untrusted. */
  readonly error?: string;
  /** From the query, untrusted. */
  readonly code?: string;
  /** How long to wait before the next attempt, in seconds. */
  readonly waitSeconds?: number;
  /** URL of the sign-in page; not linked if signing in does not help or the URL is unsafe. */
  readonly signInUrl: string;
}

/**
 * Renders the page that explains why a sign-in failed.
 * @returns the page and its status: 500 for `Configuration`, 403 for `AccessDenied` and
 * `Verification`, 200 for anything else
 */
export function renderErrorPage(props: ErrorPageProps): RenderedPage & { readonly status: number } {
  const { theme, language, signInUrl } = props;
  const { texts } = language;
  const { heading, text, status, retry } = errorMessage(texts, props);
  const page = renderPage({
    title: texts.error.title,
    site: props,
    rootClass: 'error',
    theme,
    language,
    forms: 'none',
    children: (
      <>
        <header>
          <Icon shape="alert" />
          <h1>{heading}</h1>
          <p>{text}</p>
        </header>
        <nav aria-label={texts.site.ways}>
          {retry && isSafeUrlOrPath(signInUrl) && (
            <a class="button primary" href={signInUrl}>
              {texts.error.signIn}
            </a>
          )}
          <SiteLink texts={texts} site={props} />
        </nav>
      </>
    ),
  });
  return { ...page, status };
}
