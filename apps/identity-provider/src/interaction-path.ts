const INTERACTION_PATH = /^\/interaction\/[\w-]+$/;

/**
 * Returns the path of the page for an interaction, relative to the issuer.
 * @param uid - the id that oidc-provider generated, which consists of URL-safe characters
 */
export function interactionPath(uid: string): string {
  return `/interaction/${uid}`;
}

/** Whether a path (without a query) has the form that {@link interactionPath} returns. */
export function isInteractionPath(path: string): boolean {
  return INTERACTION_PATH.test(path);
}
