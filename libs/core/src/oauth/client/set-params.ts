/**
 * Sets parameters in a URL that the OAuth library built. The library appends them, so a parameter
 * in the URL of the endpoint would occur twice, and the provider might use the first.
 * @returns the same URL
 * @see RFC 6749 section 3.1
 */
export function setParams(url: URL, params: Readonly<Record<string, string>>): URL {
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url;
}
