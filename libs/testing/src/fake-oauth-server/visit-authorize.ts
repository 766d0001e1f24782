/** What the provider sends the browser back with. */
export interface AuthorizationAnswer {
  /** The callback; with its parameters where they travel in the query. */
  readonly url: URL;
  /** The parameters, where a form posts them. */
  readonly form?: Readonly<Record<string, string>>;
}

/**
 * Goes where an application sent the browser, as the browser would.
 * @throws {Error} when the provider shows an error
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
