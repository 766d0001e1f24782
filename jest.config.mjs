import { libraryBundles } from './test/support/library-bundles.mjs';
import { SWC_OPTIONS } from './test/support/swc-options.mjs';

const sources = '<rootDir>/libs/$1/src/index.ts';
const typescript = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** @type {import('jest').Config} */
const common = {
  testEnvironment: 'node',
  // Room for a loaded machine: a test that hangs still ends, and none is timed.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/[^/]+/dist/'],
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/quiet-console.mjs'],
  transform: { '\\.tsx?$': ['@swc/jest', SWC_OPTIONS] },
};

/** Beside the files that they test, which they import one by one. */
const unit = {
  ...common,
  displayName: 'unit',
  testMatch: ['<rootDir>/libs/*/src/**/*.spec.{ts,tsx}'],
  moduleNameMapper: { '^@authnest/(.*)$': sources, ...typescript },
};

/** What applications see, of libraries in one file each. */
async function stories() {
  const bundles = await libraryBundles();
  return {
    ...common,
    displayName: 'stories',
    testMatch: ['<rootDir>/apps/*/src/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
    moduleNameMapper: {
      '^@authnest/(.*)$': `${bundles}/$1/src/index.mjs`,
      // The same classes, and not a second copy of them.
      '^(?:\\.\\.?/)+libs/([a-z-]+/src/.*)\\.js$': `${bundles}/$1.mjs`,
      ...typescript,
    },
  };
}

/** @returns {Promise<import('jest').Config>} */
export default async () => ({
  projects: [unit, await stories()],
  // Node keeps the modules of a suite that is over: a worker that is never replaced grows by 12 MB
  // with each, slows down, and takes longer to end than it is given.
  workerIdleMemoryLimit: '500MB',
  testTimeout: common.testTimeout,
});
