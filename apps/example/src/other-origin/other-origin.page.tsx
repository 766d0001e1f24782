import { renderToString } from 'preact-render-to-string';

/** Renders the document in which React runs. @param api - origin of the API */
export function renderOtherOriginPage(api: string): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>A page on another origin – Authnest example</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/style.css" />
        <script type="module" src="/page.js" />
      </head>
      <body>
        <header>
          <a class="brand" href={api}>
            <img src="/icon.svg" alt="" width="28" height="28" />
            Authnest example
          </a>
        </header>
        <main>
          <section class="card">
            <h1>A page on another origin</h1>
            <div data-api={api} />
          </section>
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}
