import { build, type Plugin, stop } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { compile } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';
import { ALIASES } from './bundled.js';

export const ENTRIES = ['plain', 'react', 'vue', 'svelte', 'angular'] as const;
export type Entry = (typeof ENTRIES)[number];

const textOf = ({ message: text }: { message: string }) => ({ text });

/** Compiles components of Svelte, without a warning. @param generate - for which side */
export const svelteFor = (generate: 'client' | 'server'): Plugin => ({
  name: 'svelte',
  setup(to) {
    to.onLoad({ filter: /\.svelte$/ }, async ({ path: filename }) => {
      const source = await readFile(filename, 'utf8');
      const { js, warnings } = compile(source, {
        filename,
        generate,
        dev: true,
        experimental: { async: filename.endsWith('waiting.svelte') },
      });
      return { contents: js.code, loader: 'js', errors: warnings.map(textOf) };
    });
  },
});

/** Compiles components of Vue; what they render also works on a server. */
export const vue: Plugin = {
  name: 'vue',
  setup(to) {
    to.onLoad({ filter: /\.vue$/ }, async ({ path: filename }) => {
      const { descriptor } = parse(await readFile(filename, 'utf8'), { filename });
      const { content } = compileScript(descriptor, { id: filename, inlineTemplate: true });
      return { contents: content, loader: 'ts' };
    });
  },
};

/** Returns the page of an entry as HTML that needs nothing else. */
export function pageOf(entry: string): Promise<string> {
  return built(`test/client/pages/${entry}.ts`);
}

/** Returns the page with `next-auth/react` itself, which is installed with Next.js. */
export function nextAuthPage(): Promise<string> {
  return built('test/client/pages/next-auth.js', {
    'next-auth/react': './test/next/site/node_modules/next-auth/react.js',
    react: './node_modules/react',
  });
}

/** Returns the page with the sample that the guide shows for an entry. */
export function samplePageOf(entry: Entry): Promise<string> {
  return built(`test/client/samples/${entry}/main.ts`);
}

async function built(entryPoint: string, alias = ALIASES): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    alias,
    bundle: true,
    minify: true,
    keepNames: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: {
      'process.env': '{}',
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      // Without Angular's checks of development, which take time.
      ngDevMode: 'false',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, jsx: 'react-jsx' } },
    plugins: [svelteFor('client'), vue],
    logLevel: 'error',
  }).finally(() => void stop());
  // In a template literal or a regular expression, this would end the script.
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><title>Shop</title><main></main>
<script type="module">${script}</script></html>`;
}
