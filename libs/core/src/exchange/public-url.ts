import { AuthError } from '../errors/auth.error.js';

/**
 * Makes every absolute URL that leaves the module: links in mails, `redirect_uri`, form actions,
 * `Location`, and URLs in JSON or in arguments for functions of the application.
 * @param path - from the root, exactly as in the URL
 * @param search - the query, without the question mark
 * @throws {AuthError} where the finished URL has another origin than the request's public one, or
 * another path than was written
 */
export function publicUrl({ origin }: { readonly origin: string }, path: string, search = ''): URL {
  const written = `${origin}${path}${search === '' ? '' : `?${search}`}`;
  const url = parsed(written);
  if (url?.origin !== origin || url.pathname !== path || url.hash !== '') {
    throw new AuthError(
      `a URL of ${origin}: expected a path that URL parsers leave unchanged; check \`basePath\`, the global prefix and the path of \`RouterModule\``,
    );
  }
  return url;
}

/** Parses once, without `canParse` before: a page with many providers has two URLs for each. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
