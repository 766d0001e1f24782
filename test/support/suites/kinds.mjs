/** The folder for suites of several files, below the root. */
export const SUITES = 'test/.suites';

/** Whether a file is such a suite. @param path - absolute, or below the root */
export const isSuite = (path) => `/${path}`.includes(`/${SUITES}/`);

/** Whether a file contains unit tests or a story. @param path - below the root */
export const isSpec = (path) =>
  /^(?:\w+\/[\w-]+\/src\/.*\.spec|(?:test|ops)\/.*\.e2e-spec)\.tsx?$/.test(path);

/** Whether a story or a suite mostly waits for other processes. @param path - as for `isSuite` */
export const isWaiting = (path) => WAITING.test(`/${path}`) || isSlow(path);

/** Whether a story uses a browser or measures a process, so runs alone. @param path - as above */
export const isLone = (path) => LONE.test(`/${path}`);

/** Whether a story takes half a minute with the whole effort, and then runs alone, and early. */
export const isSlow = (path) => SLOW.test(`/${path}`);

const WAITING =
  /\/(?:test|stories)\/(?:browser|client|cluster|data|logout|next|provider-tokens|redis|siege|soak)(?:\/.*-spec\.ts|-\d+\.mjs)$/;
const SLOW =
  /\/test\/(?:client\/every-entry|cluster\/chaos-minute|data\/(?:first-sign-ins|galera|migrations-killed|migrations-taken-names)|email\/races|logout\/(?:logout-and-stores|tokens-of-ended-sessions)|redis\/(?:failover|replicas))\.e2e-spec\.ts$/;
const LONE = /\/test\/(?:browser|client|cluster|next|siege|soak)\/.*-spec\.ts$/;
