import { defineConfig } from 'vitest/config';
import tsconfigPaths from 'vite-tsconfig-paths';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    globals: true,
    root: './',
    // Long enough for a machine under load, as in the Jest configurations.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['**/*.e2e-spec.ts'],
  },
});
