/** Packages published only as ES modules, which test runners that load CommonJS cannot read. */
export const ESM_ONLY = ['jose', 'openid-client', 'oauth4webapi', 'hibp'];

/** Whether a path that is imported belongs to one of them. */
export function isEsmOnly(id) {
  return ESM_ONLY.some((name) => id === name || id.startsWith(`${name}/`));
}
