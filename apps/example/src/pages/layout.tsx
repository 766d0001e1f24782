import type { User } from '@authnest/core';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** URLs of the built-in pages, which return to the home page. */
export const SIGN_IN_URL = '/auth/signin?callbackUrl=/';
export const SIGN_OUT_URL = '/auth/signout?callbackUrl=/';
export const ACCOUNT_URL = '/auth/account';

/** The parts of a page that differ from other pages. */
export interface LayoutProps {
  readonly title: string;
  /** Path of the page; its link is marked as the current one. */
  readonly path?: string;
  /** The signed-in user; null if nobody is, absent if the page does not look up the session. */
  readonly user?: User | null;
  /** Path of a script, beside the one that shows times as the browser does. */
  readonly script?: string;
  readonly content: ComponentChildren;
}

const LINKS = [
  ['/', 'Home'],
  ['/protected', 'Protected'],
  ['/passkeys', 'Passkeys'],
  ['/sessions', 'Sessions'],
  ['/audit', 'Audit'],
] as const;

/** Renders a whole HTML document; every value is escaped. */
export function renderLayout({ title, path, user, script, content }: LayoutProps): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – Authnest example`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/style.css" />
        <script type="module" src="/assets/times.js" />
        {script && <script type="module" src={script} />}
      </head>
      <body>
        <header>
          <a class="brand" href="/">
            <img src="/assets/icon.svg" alt="" width="28" height="28" />
            Authnest example
          </a>
          <nav aria-label="Pages">
            {LINKS.map(([href, text]) => (
              <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
          {user !== undefined && <Account user={user} />}
        </header>
        <main>{content}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

function Account({ user }: { readonly user: User | null }) {
  if (!user) {
    return (
      <a class="account" href={SIGN_IN_URL}>
        Sign in
      </a>
    );
  }
  return (
    <span class="account">
      <a class="who" href={ACCOUNT_URL} title={user.email ?? undefined}>
        {user.name ?? user.email}
      </a>{' '}
      <a href={SIGN_OUT_URL}>Sign out</a>
    </span>
  );
}
