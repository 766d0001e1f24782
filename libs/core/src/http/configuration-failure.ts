import { FaultyConfiguration, type SoundLooks } from '../config/checks/faulty-configuration.js';
import type { AuthError } from '../errors/auth.error.js';
import { ErrorPageLoop, UnknownTenant } from '../errors/configuration.errors.js';
import type { AuthPath } from '../request/context/auth-path.js';
import { type AuthRequest, headerOf } from '../request/context/auth-request.js';
import { type ActionResult, jsonOf } from '../request/context/auth-response.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import { pageOf } from '../pages/layout/page-response.js';
import { renderErrorPage } from '../pages/error.page.js';
import { chooseLanguage } from '../config/texts/choose-language.js';
import { resolveLanguages } from '../config/texts/resolve-languages.js';
import { notFound } from './error-response.js';
import { wantsPage } from './wants-url.js';

/**
 * Returns the response if there is no configuration for this request, or a faulty one. A browser
 * that comes from the application's error page is not redirected there again, to avoid a loop.
 * @see docs/design/wire-contract.md 2
 */
export function configurationFailure(
  request: AuthRequest,
  path: AuthPath,
  { error, logger }: { error: AuthError; logger: AuthLogger },
): ActionResult {
  if (error instanceof UnknownTenant) return notFound();
  const isPage = PAGES.has(path.action) && request.method !== 'POST';
  if (!isPage) return jsonOf({ message: PROBLEM }, 500);
  const looks = error instanceof FaultyConfiguration ? error.looks : UNKNOWN_LOOKS;
  const { theme, errorPage, languages } = looks;
  const loops = errorPage !== undefined && request.query['callbackUrl']?.startsWith(errorPage);
  // As a header, since even a client that requests JSON receives this response.
  if (errorPage !== undefined && !loops)
    return { status: 302, headers: { location: withFault(errorPage) } };
  if (loops)
    logger.error(new ErrorPageLoop('pages.error: the page requires a session; make it public'));
  return plainErrorPage(request, { theme, languages }, 'Configuration');
}

/**
 * Returns the response to a path without an endpoint: a page for somebody who opens it in a browser.
 * @param otherwise - for scripts
 */
export function unknownPath(
  request: AuthRequest,
  looks: PageLooks | undefined,
  otherwise: ActionResult,
): ActionResult {
  if (request.method !== 'GET' || !wantsPage(request)) return otherwise;
  return plainErrorPage(request, looks ?? UNKNOWN_LOOKS, 'NotFound');
}

type PageLooks = Pick<SoundLooks, 'theme' | 'languages'> & { readonly name?: string };

/** Links only to the home page, since the paths and the origin are not known. */
function plainErrorPage(
  request: AuthRequest,
  { theme = {}, languages, name }: PageLooks,
  error: 'Configuration' | 'NotFound',
): ActionResult {
  const language = chooseLanguage(languages, headerOf(request, 'accept-language'));
  const page = renderErrorPage({ theme, language, name, error, signInUrl: '/', origin: '' });
  return pageOf(page, page.status);
}

/** Adds the error to the URL. A relative path stays relative, as no origin is known as trusted. */
function withFault(page: string): string {
  const url = new URL(page, ANYWHERE);
  url.searchParams.set('error', 'Configuration');
  return url.origin === ANYWHERE ? url.href.slice(ANYWHERE.length) : url.href;
}

/** Used if the appearance is not known either, because the configuration function failed. */
const UNKNOWN_LOOKS: SoundLooks = { languages: resolveLanguages(undefined) };
const ANYWHERE = 'https://relative.invalid';
const PAGES: ReadonlySet<string> = new Set(['signin', 'signout', 'error', 'verify-request']);
const PROBLEM = 'There is a problem with the server configuration; see the server log.';
