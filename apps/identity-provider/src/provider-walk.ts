import { ProviderCookieJar } from './provider-cookie-jar.js';

const MAX_STEPS = 12;
const TIMEOUT_MS = 10_000;

/** Options of {@link walkThroughProvider}. */
export interface ProviderWalk {
  /** URL of the authorization request, including its query. */
  readonly authorizationUrl: URL | string;
  /** Cookies of the browser. @default an empty jar, as in a new browser */
  readonly cookies?: ProviderCookieJar;
  /** Returns the fields to submit with the form of a page. */
  fill(html: string): URLSearchParams;
}

/**
 * Submits the provider's pages, as a browser without JavaScript would.
 * @returns the first URL outside the provider, which is the redirect URI; it is not requested
 * @throws {Error} if the provider shows an error, or more pages than any sign-in needs
 */
export async function walkThroughProvider(walk: ProviderWalk): Promise<URL> {
  const cookies = walk.cookies ?? new ProviderCookieJar();
  let url = new URL(walk.authorizationUrl);
  const { origin } = url;
  let form: URLSearchParams | undefined;

  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await visit(url, cookies, form);
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) {
      assertPage(response, html);
      form = walk.fill(html);
      continue;
    }
    url = new URL(location, url);
    if (url.origin !== origin) return url;
    form = undefined;
  }
  throw new Error(`The provider did not redirect to the application within ${MAX_STEPS} steps`);
}

async function visit(
  url: URL,
  cookies: ProviderCookieJar,
  form: URLSearchParams | undefined,
): Promise<Response> {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    body: form,
    headers: { accept: 'text/html', cookie: cookies.headerFor(url.pathname) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  cookies.store(response.headers);

  return response;
}

function assertPage(response: Response, html: string): void {
  if (response.ok) return;

  const [, main = html] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const text = main
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  throw new Error(`The provider responded with ${response.status}: ${text.slice(0, 300)}`);
}
