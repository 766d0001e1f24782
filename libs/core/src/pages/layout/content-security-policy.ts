import { sourceHash } from './source-hash.js';

/** The resources that a page uses; everything else is forbidden. */
export interface PageSources {
  /** Text of the only style block. */
  readonly style: string;
  /** Sources of the images, checked by `isSafeImageUrl`. */
  readonly images: readonly string[];
  /** Whether the page has a form. */
  readonly forms: 'some' | 'none';
  /** Origin of the page. */
  readonly origin: string;
  /** Text of the only script; it may send requests to this origin. */
  readonly script?: string;
}

/**
 * Builds the Content-Security-Policy of a built-in page.
 * @see docs/design/security-bar.md E08, E09
 */
export function contentSecurityPolicy(sources: PageSources): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `style-src ${sourceHash(sources.style)}`,
    ...scriptDirectives(sources),
    ...imageDirective(sources),
    ...formDirective(sources),
  ].join('; ');
}

function scriptDirectives({ script }: PageSources): string[] {
  return script ? [`script-src ${sourceHash(script)}`, "connect-src 'self'"] : [];
}

function imageDirective({ images, origin }: PageSources): string[] {
  const allowed = new Set(images.map((image) => imageSource(image, origin)));
  return allowed.size > 0 ? [`img-src ${[...allowed].join(' ')}`] : [];
}

function imageSource(image: string, origin: string): string {
  if (image.startsWith('/')) return "'self'";
  const url = new URL(image);
  if (url.protocol === 'data:') return 'data:';
  return url.origin === origin ? "'self'" : url.origin;
}

/**
 * Chromium also applies `form-action` to the redirects that follow a post: our sign-in redirects to
 * the provider, and sign-out to the application. `'self'` alone would block both, and the origins
 * are not known here, since discovery returns them and providers redirect further. Over plain http,
 * as in development, providers on http must be reachable, so nothing is restricted.
 */
function formDirective({ forms, origin }: PageSources): string[] {
  if (forms === 'none') return ["form-action 'none'"];
  return origin.startsWith('https:') ? ["form-action 'self' https:"] : [];
}
