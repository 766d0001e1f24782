import type { Theme } from '../model/theme.js';
import { Icon } from './icon.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import { type Site, SiteLink } from './site-link.js';

/** What the page shows after a sign-in link was mailed. */
export interface VerifyRequestPageProps extends Site {
  readonly theme: Theme;
}

/** The page that sends people to their inbox. It names no address: the query is anybody's. */
export function renderVerifyRequestPage({
  theme,
  origin,
  name,
}: VerifyRequestPageProps): RenderedPage {
  return renderPage({
    title: 'Verify Request',
    rootClass: 'verify-request',
    theme,
    origin,
    forms: 'none',
    children: (
      <>
        <header>
          <Icon shape="mail" />
          <h1>Check your inbox</h1>
          <p>
            We have sent you an email with a link that signs you in. If it does not arrive, check
            your spam folder.
          </p>
        </header>
        <SiteLink origin={origin} name={name} />
      </>
    ),
  });
}
