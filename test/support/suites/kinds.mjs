/** Where suites of several stories are written, below the root. */
export const SUITES = 'test/.suites';

/** Whether a file is one of those. @param path - whole, or below the root */
export const isSuite = (path) => `/${path}`.includes(`/${SUITES}/`);

/** Whether a file holds a story. */
export const isStory = (path) => path.endsWith('.e2e-spec.ts');

/** Whether a story waits for browsers, databases and processes more than it computes. */
export const isWaiting = (path) => isStory(path) && WAITING.test(`/${path}`);

const WAITING = /\/test\/(?:browser|data|logout|provider-tokens|redis|siege|soak)\//;
