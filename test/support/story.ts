import { numberOf } from './effort.js';

/** The file of the story that is running; empty in a process of its own. */
export function story(): string {
  return typeof expect === 'undefined' ? '' : (expect.getState().testPath ?? '');
}

/** The same for a story wherever the repository is, and another for the next. */
export function numberOfStory(): number {
  const path = story();
  return numberOf(path.slice(path.lastIndexOf('/test/')));
}
