/** Where suites of several files are written, below the root. */
export const SUITES = 'test/.suites';

/** Whether a file is one of those. @param path - whole, or below the root */
export const isSuite = (path) => `/${path}`.includes(`/${SUITES}/`);

/** Whether a file holds unit tests or a story. @param path - below the root */
export const isSpec = (path) =>
  /^(?:\w+\/[\w-]+\/src\/.*\.spec|test\/.*\.e2e-spec)\.tsx?$/.test(path);

/** Whether a story or a suite waits for browsers, databases and processes more than it computes. @param path - as above */
export const isWaiting = (path) => WAITING.test(`/${path}`);

/** Whether a story has a browser, which takes longest, or measures a process. @param path - as above */
export const isLone = (path) => LONE.test(`/${path}`);

const WAITING =
  /\/(?:test|stories)\/(?:browser|data|logout|provider-tokens|redis|siege|soak)(?:\/.*-spec\.ts|-\d+\.mjs)$/;
const LONE = /\/test\/(?:browser|siege|soak)\/.*-spec\.ts$/;
