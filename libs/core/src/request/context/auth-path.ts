/** The endpoint and the provider in a path. */
export interface AuthPath {
  readonly action: string;
  readonly providerId?: string;
}

/** The endpoints by name, and whether a provider may follow the name. */
export type Endpoints = ReadonlyMap<string, { action: string; takesProvider: boolean }>;

/**
 * Reads the endpoint and the provider from a path.
 * @param path - the URL's path, not decoded
 * @param basePath - the mount path of the endpoints, without a trailing slash
 * @returns null if the path is not that of an endpoint
 * @see docs/design/wire-contract.md REQ-7 to REQ-11
 */
export function parseAuthPath(
  path: string,
  basePath: string,
  endpoints: Endpoints,
): AuthPath | null {
  if (!path.startsWith(`${basePath}/`)) return null;
  const segments = path
    .slice(basePath.length + 1)
    .split('/')
    .filter((segment) => segment !== '');
  const bare = endpoints.get(segments.join('/'));
  if (bare) return { action: bare.action };
  const providerId = segments.pop();
  const endpoint = endpoints.get(segments.join('/'));
  if (!endpoint?.takesProvider) return null;
  return providerId === 'undefined'
    ? { action: endpoint.action }
    : { action: endpoint.action, providerId };
}

/** Builds the path of an endpoint. */
export function spellAuthPath({ action, providerId }: AuthPath, basePath: string): string {
  return `${basePath}/${action}${providerId === undefined ? '' : `/${providerId}`}`;
}
