interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/**
 * The cookies of one browser for one provider. Implements the parts of RFC 6265 that the sign-in
 * pages need: names, values, paths and deletion. To sign in again in the same browser, pass the
 * same jar to several walks.
 */
export class ProviderCookieJar {
  private readonly cookies = new Map<string, StoredCookie>();

  /** Applies the `Set-Cookie` fields of a response. */
  store(headers: Headers): void {
    for (const field of headers.getSetCookie()) this.storeField(field);
  }

  /** Returns the `Cookie` field for a request to a path; '' if no cookie matches. */
  headerFor(path: string): string {
    return [...this.cookies.values()]
      .filter((cookie) => isWithin(path, cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private storeField(field: string): void {
    const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
    const separator = pair.indexOf('=');
    const name = pair.slice(0, separator);
    const path = attributeOf(attributes, 'path') ?? '/';
    const expires = attributeOf(attributes, 'expires');

    const key = `${name} ${path}`;
    if (expires && Date.parse(expires) <= Date.now()) this.cookies.delete(key);
    else this.cookies.set(key, { name, path, value: pair.slice(separator + 1) });
  }
}

function attributeOf(attributes: readonly string[], name: string): string | undefined {
  const prefix = `${name}=`;

  return attributes
    .find((attribute) => attribute.toLowerCase().startsWith(prefix))
    ?.slice(prefix.length);
}

/** @see RFC 6265, section 5.1.4 */
function isWithin(path: string, cookiePath: string): boolean {
  const folder = cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`;
  return path === cookiePath || path.startsWith(folder);
}
