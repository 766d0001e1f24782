import { AuthError } from '../../errors/auth.error.js';

/**
 * Builds every absolute URL that leaves the module: links in mails, `redirect_uri`, form actions,
 * `Location`, and URLs in JSON or in arguments of application functions.
 * @param path - from the root, exactly as in the URL
 * @param search - the query, without the question mark
 * @throws {AuthError} if a URL parser would change the origin or the path, or find a fragment
 */
export function publicUrl({ origin }: { readonly origin: string }, path: string, search = ''): URL {
  const written = `${origin}${path}${search === '' ? '' : `?${search}`}`;
  const url = parsed(written);
  if (url?.origin !== origin || url.pathname !== path || url.hash !== '') {
    throw new AuthError(
      `cannot build a URL at ${origin}: a URL parser would change its origin or path; check \`basePath\`, the global prefix and the path of \`RouterModule\``,
    );
  }
  return url;
}

/** Parses without calling `canParse` first: a page with many providers has two URLs for each. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
