import { numberOf } from './effort.js';

/** The file of the story that a suite is importing; null once it has imported all its stories. */
let told: string | null | undefined;

/** Imports the files of stories, one after the other. @param stories - their paths */
export async function tellStories(stories: readonly string[]): Promise<void> {
  for (const path of stories) {
    told = path;
    await import(path);
  }
  told = null;
}

/** Returns the file of the story that declares tests; empty in a separate process. */
export function story(): string {
  if (told === null) throw new Error('call `story()` while tests are declared, not while they run');
  return told ?? (typeof expect === 'undefined' ? '' : (expect.getState().testPath ?? ''));
}

/** Returns a number for the story that does not depend on the location of the repository. */
export function numberOfStory(): number {
  const path = story();
  return numberOf(path.slice(path.lastIndexOf('/test/')));
}
