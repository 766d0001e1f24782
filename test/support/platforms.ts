import { someOf } from './effort.js';
import { numberOfStory, story } from './story.js';

const BOTH = ['express', 'fastify'] as const;

export type Platform = (typeof BOTH)[number];

/**
 * Matches stories in which the platforms differ, which run on both with any effort: routes, guards
 * and exchanges, and in `web` those about how a request is read and a response is written.
 */
const WHERE_THEY_DIFFER =
  /\/test\/(?:nest|entry-points|web\/[\w-]*(?:encoding|types|cookies|guard|headers|methods|paths|targets))/;

/**
 * Returns the platforms that a story runs on: both with the whole effort, else usually one. Call it
 * where tests are declared.
 */
export function platforms(): readonly Platform[] {
  const path = story();
  if (path === '' || WHERE_THEY_DIFFER.test(path)) return BOTH;
  return someOf(BOTH, numberOfStory());
}
