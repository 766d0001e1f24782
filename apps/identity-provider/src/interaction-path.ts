const INTERACTION_PATH = /^\/interaction\/[\w-]+$/;

/**
 * Path of the page of one interaction, relative to the issuer.
 * @param uid - as oidc-provider makes it: URL-safe characters
 */
export function interactionPath(uid: string): string {
  return `/interaction/${uid}`;
}

/** Whether a path, without its query, is one that {@link interactionPath} makes. */
export function isInteractionPath(path: string): boolean {
  return INTERACTION_PATH.test(path);
}
