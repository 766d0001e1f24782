import { filesIn } from '../bundles/bundle-cache.mjs';
import { isStory, isSuite, isWaiting } from './kinds.mjs';
import { writeSuites } from './write-suites.mjs';

/** Of Jest, for which it must know what a story imports. */
const NEEDS_FILES = /^-(?:o$|-onlyChanged|-changed|-watch|-findRelated)/;

/**
 * A run of all tests tells several stories in one suite: to load Nest, a platform and the libraries anew,
 * and to compile what a sign-in needs of them, was a third of what these stories cost. A run that names
 * files has a suite for each.
 * @param args - of Jest's command line
 * @returns Jest's `testMatch` for the stories in `test/`
 */
export async function storyMatch(args) {
  if (namesFiles(args)) return ['<rootDir>/test/**/*.e2e-spec.ts'];
  const stories = await filesIn('test', isStory);
  const isTogether = (story) => /\/\w.*\//.test(story) && !isWaiting(story);
  const suites = await writeSuites(stories.filter(isTogether));
  const alone = stories.filter((story) => !isTogether(story));
  return [...suites, ...alone].map((path) => `<rootDir>/${path}`);
}

function namesFiles(args) {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.some(isSuite)) return false;
  return names.length > 0 || args.some((arg) => NEEDS_FILES.test(arg));
}
