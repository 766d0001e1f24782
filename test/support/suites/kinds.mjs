/** The folder for suites of several files, below the root. */
export const SUITES = 'test/.suites';

/** Whether a file is such a suite. @param path - absolute, or below the root */
export const isSuite = (path) => `/${path}`.includes(`/${SUITES}/`);

/** Whether a file contains unit tests or a story. @param path - below the root */
export const isSpec = (path) =>
  /^(?:\w+\/[\w-]+\/src\/.*\.spec|test\/.*\.e2e-spec)\.tsx?$/.test(path);

/** Whether a story or a suite mostly waits for other processes. @param path - as for `isSuite` */
export const isWaiting = (path) => WAITING.test(`/${path}`);

/** Whether a story uses a browser or measures a process, so runs alone. @param path - as above */
export const isLone = (path) => LONE.test(`/${path}`);

const WAITING =
  /\/(?:test|stories)\/(?:browser|data|logout|next|provider-tokens|redis|siege|soak)(?:\/.*-spec\.ts|-\d+\.mjs)$/;
const LONE = /\/test\/(?:browser|next|siege|soak)\/.*-spec\.ts$/;
