import { numberOf } from './effort.js';

/** The file of the story that a suite of several imports; null where it has imported all of them. */
let told: string | null | undefined;

/** Imports the files of stories, one after the other. @param stories - their paths */
export async function tellStories(stories: readonly string[]): Promise<void> {
  for (const path of stories) {
    told = path;
    await import(path);
  }
  told = null;
}

/** The file of the story that declares tests; empty in a process of its own. */
export function story(): string {
  if (told === null)
    throw new Error('a story is known where it declares tests, not where they run');
  return told ?? (typeof expect === 'undefined' ? '' : (expect.getState().testPath ?? ''));
}

/** A number for a story that does not depend on the location of the repository. */
export function numberOfStory(): number {
  const path = story();
  return numberOf(path.slice(path.lastIndexOf('/test/')));
}
