/** @type {import('jest').Config} */
export default {
  testMatch: [
    '<rootDir>/libs/*/src/**/*.spec.{ts,tsx}',
    '<rootDir>/apps/*/src/**/*.spec.ts',
    '<rootDir>/test/**/*.e2e-spec.ts',
  ],
  testEnvironment: 'node',
  // Room for a loaded machine: a test that hangs still ends, and none is timed.
  testTimeout: 60_000,
  // Node keeps the modules of a suite that is over: a worker that is never replaced grows by 12 MB
  // with each, slows down, and takes longer to end than it is given.
  workerIdleMemoryLimit: '500MB',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^@authnest/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/[^/]+/dist/'],
  setupFiles: ['reflect-metadata'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            react: { runtime: 'automatic', importSource: 'preact' },
          },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
};
