import { type AuthAction, isAuthAction } from '../model/auth-action.js';

/** What a path asks for. */
export interface AuthPath {
  readonly action: AuthAction;
  readonly providerId?: string;
}

const WITH_PROVIDER: ReadonlySet<AuthAction> = new Set(['signin', 'callback', 'webauthn-options']);

/**
 * Reads action and provider from a path.
 * @param path - the URL's path, not decoded
 * @param basePath - where the endpoints are mounted, no slash at the end
 * @returns null where the path is none of ours
 * @see docs/design/wire-contract.md REQ-7 to REQ-11
 */
export function parseAuthPath(path: string, basePath: string): AuthPath | null {
  if (!path.startsWith(`${basePath}/`)) return null;
  const segments = path
    .slice(basePath.length + 1)
    .split('/')
    .filter((segment) => segment !== '');
  const [action = '', providerId, ...more] = segments;
  if (!isAuthAction(action) || more.length > 0) return null;
  if (providerId === undefined || providerId === 'undefined') {
    return providerId === undefined || WITH_PROVIDER.has(action) ? { action } : null;
  }
  return WITH_PROVIDER.has(action) ? { action, providerId } : null;
}

/** The one way to write a path. */
export function spellAuthPath({ action, providerId }: AuthPath, basePath: string): string {
  return `${basePath}/${action}${providerId === undefined ? '' : `/${providerId}`}`;
}
