import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { STYLESHEET } from './stylesheet.js';

/** Settings that the pages of one site share. */
export interface Site {
  /** Name in the title and at the top of each page. */
  readonly name: string;
  /** Text at the bottom of each page. */
  readonly note: string;
  readonly glyph: keyof typeof GLYPHS;
  /** Seconds until the page reloads; it does not reload if absent. */
  readonly refreshSeconds?: number;
}

const GLYPHS = {
  key: 'M14 14h8M19 14v3.5M14 14a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0',
  envelope: 'M6 9.5h16v10H6zM6 10l8 6l8-6',
} as const;

const PROVIDER: Site = {
  name: 'Demo identity provider',
  note: 'For development only: demo accounts need no password.',
  glyph: 'key',
};

/**
 * Renders a whole HTML document around the content of one page; every value is escaped.
 * @param title - title of the page; the name of the site is appended
 */
export function renderDocument(
  title: string,
  content: ComponentChildren,
  site: Site = PROVIDER,
): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {site.refreshSeconds && <meta http-equiv="refresh" content={`${site.refreshSeconds}`} />}
        <title>{`${title} – ${site.name}`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLESHEET }} />
      </head>
      <body>
        <main class="card">
          <Brand site={site} />
          {content}
        </main>
        <footer>{site.note}</footer>
      </body>
    </html>,
  );

  return `<!doctype html>${html}`;
}

function Brand({ site: { name, glyph } }: { readonly site: Site }) {
  return (
    <div class="brand">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <rect width="28" height="28" rx="8" fill="currentColor" opacity=".16" />
        <path
          d={GLYPHS[glyph]}
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <span>{name}</span>
    </div>
  );
}
