// Module hooks that let Node run our TypeScript as Jest runs a story: compiled by swc, and with the
// libraries loaded from their bundles.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';
import { libraryBundles } from './bundles/library-bundles.mjs';
import { SWC_OPTIONS } from './swc-options.mjs';

/** In a process that Jest's tests start, the same bundles as in the tests. */
const bundles = process.env['AUTHNEST_TEST_BUNDLES'] ?? (await libraryBundles());
const LIBRARY = /^@authnest\/([^/]+)$/;
const INNER = /^[./]+\/libs\/([a-z-]+\/src\/.*)\.js$/;

export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@authnest/core/feature') return bundled('core/src/feature');
  const [, library] = LIBRARY.exec(specifier) ?? [];
  if (library) return bundled(`${library}/src/index`);
  const [, inner] = INNER.exec(specifier) ?? [];
  if (inner) return bundled(inner);
  if (/^\..*\.js$/.test(specifier) && /\.tsx?$/.test(context.parentURL ?? '')) {
    const script = new URL(specifier, context.parentURL);
    for (const extension of ['.ts', '.tsx']) {
      const url = new URL(script.href.replace(/\.js$/, extension));
      if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!/^file:.*\.tsx?$/.test(url)) return nextLoad(url, context);
  const options = { ...SWC_OPTIONS, sourceMaps: 'inline' };
  const { code } = await transformFile(fileURLToPath(url), options);
  return { format: 'module', source: code, shortCircuit: true };
}

function bundled(name) {
  const { href } = pathToFileURL(join(bundles, `${name}.mjs`));
  return { url: href, format: 'module', shortCircuit: true };
}
