import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { compile } from 'svelte/compiler';
import { ALIASES } from './bundled.js';

export const ENTRIES = ['plain', 'react', 'vue', 'svelte', 'angular'] as const;
export type Entry = (typeof ENTRIES)[number];

const svelte: Plugin = {
  name: 'svelte',
  setup(to) {
    to.onLoad({ filter: /\.svelte$/ }, async ({ path: filename }) => {
      const { js } = compile(await readFile(filename, 'utf8'), { filename });
      return { contents: js.code, loader: 'js' };
    });
  },
};

/** Returns the page of an entry as HTML that needs nothing else. */
export async function pageOf(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`test/client/pages/${entry}.ts`],
    alias: ALIASES,
    bundle: true,
    minify: true,
    keepNames: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'false' },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [svelte],
    logLevel: 'error',
  });
  // In a template literal or a regular expression, this would end the script.
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><title>Shop</title><main></main>
<script type="module">${script}</script></html>`;
}
