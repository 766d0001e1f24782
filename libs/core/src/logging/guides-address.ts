/** Where the guides can be read: the folder `docs` of the repository as a website. */
export const GUIDES = 'https://authnest.dev';

/** The address of what the guides write about a type of error. */
export function guideOfError(type: string): string {
  return `${GUIDES}/errors#${type.toLowerCase()}`;
}
