/** The provider's response to the browser. */
export interface AuthorizationAnswer {
  /** The URL of the callback, including its parameters unless a form posts them. */
  readonly url: URL;
  /** The parameters of the callback, if a form posts them. */
  readonly form?: Readonly<Record<string, string>>;
}

/**
 * Visits a URL that an application redirected to, as a browser would.
 * @throws {Error} if the response is neither a redirect nor a form
 */
export async function visitAuthorize(
  authorizationUrl: string,
  fetchOf: typeof fetch,
): Promise<AuthorizationAnswer> {
  const response = await fetchOf(authorizationUrl, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location !== null) return { url: new URL(location) };
  const html = await response.text();
  const [, action] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  if (action === undefined) throw new Error(`FakeOAuthServer: ${response.status} ${html}`);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const form = Object.fromEntries(
    [...inputs].map(([, name, value]) => [plain(name), plain(value)]),
  );
  return { url: new URL(plain(action)), form };
}

function plain(text = ''): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
