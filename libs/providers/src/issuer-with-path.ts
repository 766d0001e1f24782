/** Appends the path that all issuers of a product share, if it is missing. */
export function issuerWithPath(issuer: string | undefined, path: string): string | undefined {
  const own = issuer?.replace(/\/+$/, '');
  return own === undefined || own === '' || own.endsWith(path) ? own : own + path;
}
