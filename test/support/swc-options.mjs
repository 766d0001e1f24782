/** How swc compiles this project's TypeScript to run the sources, in tests and in scripts. */
export const SWC_OPTIONS = {
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
};
