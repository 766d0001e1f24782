import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { STYLESHEET } from './stylesheet.js';

/**
 * Renders a whole HTML document around the content of one page; every value is escaped.
 * @param title - for the tab; the name of the provider follows it
 */
export function renderDocument(title: string, content: ComponentChildren): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – Demo identity provider`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLESHEET }} />
      </head>
      <body>
        <main class="card">
          <Brand />
          {content}
        </main>
        <footer>For development only: demo accounts need no password.</footer>
      </body>
    </html>,
  );

  return `<!doctype html>${html}`;
}

function Brand() {
  return (
    <div class="brand">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <rect width="28" height="28" rx="8" fill="currentColor" opacity=".16" />
        <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
          <circle cx="10.5" cy="14" r="3.5" />
          <path d="M14 14h8M19 14v3.5" />
        </g>
      </svg>
      <span>Demo identity provider</span>
    </div>
  );
}
