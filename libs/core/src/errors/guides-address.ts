/** URL of the guides: the folder `docs` of the repository as a website. */
export const GUIDES = 'https://authnest.dev';

/** Returns the URL of the guide to a type of error. */
export function guideOfError(type: string): string {
  return `${GUIDES}/errors#${type.toLowerCase()}`;
}
