import { availableParallelism } from 'node:os';
import { libraryBundles } from './test/support/bundles/library-bundles.mjs';
import { packageBundles } from './test/support/bundles/package-bundles.mjs';
import { rsaKeys } from './test/support/bundles/rsa-keys.mjs';
import { matchSpecs } from './test/support/suites/match-specs.mjs';
import { SWC_OPTIONS } from './test/support/swc-options.mjs';

const sources = '<rootDir>/libs/$1/src/index.ts';
const typescript = { '^(\\.{1,2}/.*)\\.js$': '$1' };

const args = process.argv.slice(2);
const packages = await packageBundles();
process.env['AUTHNEST_TEST_RSA_KEYS'] = await rsaKeys();

/** @type {import('jest').Config} */
const common = {
  testEnvironment: '<rootDir>/test/support/plain-globals-environment.mjs',
  // Room for a loaded machine: a test that hangs still ends, and none is timed.
  testTimeout: 300_000,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Not the website, whose build writes and deletes files beside a run that has just listed them.
  roots: ['apps', 'libs', 'ops', 'test'].map((folder) => `<rootDir>/${folder}`),
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/[^/]+/dist/'],
  setupFiles: [
    packages.fileOf('reflect-metadata'),
    '<rootDir>/test/support/quiet-console.mjs',
    '<rootDir>/test/support/spare-rsa-keys.mjs',
  ],
  transform: { '\\.tsx?$': ['@swc/jest', SWC_OPTIONS] },
};

/** Beside the files that they test, which they import one by one. */
const unit = {
  ...common,
  displayName: 'unit',
  testMatch: await matchSpecs('unit', ['libs'], args),
  moduleNameMapper: {
    '^@authnest/(core|typeorm)/(\\w+)$': '<rootDir>/libs/$1/src/$2.ts',
    '^@authnest/(.*)$': sources,
    ...packages.mapper,
    ...typescript,
  },
};

/** What applications see, of libraries and large packages in one file each. */
async function stories() {
  const bundles = await libraryBundles();
  const ops = args.some((arg) => arg.startsWith('ops/')) ? ['ops'] : [];
  // For the processes that stories start: to look for it takes as long as to start one.
  process.env['AUTHNEST_TEST_BUNDLES'] = bundles;
  return {
    ...common,
    displayName: 'stories',
    testMatch: await matchSpecs('stories', ['apps', 'test', ...ops], args),
    moduleNameMapper: {
      '^@authnest/(core|typeorm)/(\\w+)$': `${bundles}/$1/src/$2.mjs`,
      '^@authnest/(.*)$': `${bundles}/$1/src/index.mjs`,
      // The same classes, and not a second copy of them.
      '^(?:\\.\\.?/)+libs/([a-z-]+/src/.*)\\.js$': `${bundles}/$1.mjs`,
      ...packages.mapper,
      ...typescript,
    },
  };
}

/** @returns {Promise<import('jest').Config>} */
export default async () => ({
  projects: [unit, await stories()],
  reporters: ['default', '<rootDir>/test/support/suites/skipped-tests-reporter.mjs'],
  testSequencer: '<rootDir>/test/support/suites/suite-sequencer.mjs',
  // One more than processors: a third of the time a test waits for a database or a mail server.
  maxWorkers: availableParallelism() + 1,
  // Node keeps the modules of a suite that is over: a worker that is never replaced grows by 12 MB
  // with each, slows down, and takes longer to end than it is given.
  workerIdleMemoryLimit: '500MB',
  testTimeout: common.testTimeout,
});
