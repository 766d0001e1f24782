import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isSafeImageUrl } from '../../model/is-safe-url.js';
import type { Theme } from '../../model/theme.js';
import type { Language } from '../../config/texts/language.js';
import { textDirection } from '../../config/texts/text-direction.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { PAGE_STYLE } from './page-style.js';
import { type Site, siteName } from './site-link.js';
import type { RenderedPage } from './rendered-page.js';
import { colorScheme, themeStyle } from '../theme/theme-style.js';

/** The parts that differ from page to page. */
export interface PageContent {
  /** Title of the document, before the name of the application. */
  readonly title: string;
  readonly site: Site;
  /** Class of the root element; tests of applications rely on it. */
  readonly rootClass:
    'signin' | 'signout' | 'error' | 'verify-request' | 'confirm' | 'form' | 'account';
  readonly theme: Theme;
  readonly language: Language;
  readonly forms: 'some' | 'none';
  /** Content inside the card. */
  readonly children: ComponentChildren;
  /** Content below the card. */
  readonly below?: ComponentChildren;
  /** Rules in addition to the shared ones; contains only checked values. */
  readonly style?: string;
  /** Images in addition to the logo; checked by `isSafeImageUrl`. */
  readonly images?: readonly string[];
  /** Our own script, without characters that the renderer escapes. */
  readonly script?: string;
}

/**
 * Renders a page. Every value passes through the escaping renderer, even the style: a value that
 * passed the colour check by mistake could not close the element, and would invalidate the hash.
 */
export function renderPage(content: PageContent): RenderedPage {
  const { theme, forms } = content;
  const logo = isSafeImageUrl(theme.logo) ? theme.logo : undefined;
  const style = `${themeStyle(theme)}${PAGE_STYLE}${content.style ?? ''}`;
  const images = [...(content.images ?? []), ...(logo ? [logo] : [])];
  return {
    html: `<!DOCTYPE html>${renderToString(<Document {...content} style={style} logo={logo} />)}`,
    language: content.language,
    contentSecurityPolicy: contentSecurityPolicy({
      style,
      images,
      forms,
      origin: content.site.origin,
      script: content.script,
    }),
  };
}

type DocumentProps = PageContent & { readonly style: string; readonly logo?: string };

function Document(props: DocumentProps) {
  const { title, site, rootClass, theme, language, style, logo, children, below, script } = props;
  const scheme = colorScheme(theme);
  return (
    <html lang={language.tag} dir={textDirection(language.tag)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === 'auto' ? 'light dark' : scheme} />
        <meta name="robots" content="noindex" />
        <title>{isKnown(site) ? `${title} – ${siteName(language.texts, site)}` : title}</title>
        <style>{style}</style>
      </head>
      <body class={`__next-auth-theme-${scheme}`}>
        <main class="page">
          <div class={rootClass}>
            <div class="card">
              {logo && <img class="logo" src={logo} alt="" referrerpolicy="no-referrer" />}
              {children}
            </div>
            {below}
          </div>
        </main>
        {script && <script>{script}</script>}
      </body>
    </html>
  );
}

function isKnown({ name, origin }: Site): boolean {
  return name !== undefined || origin !== '';
}
