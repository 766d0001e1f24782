// Stories load each library as one file: three hundred modules, read anew by every story, were a
// third of what the stories cost. `jest.config.mjs` makes the bundles and maps imports to them.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SWC_OPTIONS } from '../swc-options.mjs';
import { bundlesOf, filesIn, root } from './bundle-cache.mjs';
import { LOCAL_GLOBALS_OF_MODULES } from './local-globals.mjs';

const SOURCE = /^libs\/[^/]+\/src\/(?!.*\.spec\.).*\.tsx?$/;
/** A file inside a library, imported by a story or what supports it. */
const INNER_IMPORT = /from '[./]+\/libs\/([a-z-]+\/src\/[\w/.-]+)\.js'/g;

/** @returns the folder, with `<library>/src/<file>.mjs` in it */
export async function libraryBundles() {
  const sources = await filesIn('libs', (name) => SOURCE.test(name));
  const entries = await entriesOf(await filesIn('test', (name) => name.endsWith('.ts')));
  const own = ['bundle-cache', 'library-bundles', 'local-globals'];
  return bundlesOf('libraries', {
    files: [
      'package-lock.json',
      'test/support/swc-options.mjs',
      ...own.map((name) => `test/support/bundles/${name}.mjs`),
      ...sources,
    ],
    words: Object.keys(entries),
    make: (dir) => bundle(entries, dir),
  });
}

/** The face of each library, and the inner files that stories import: all of one class identity. */
async function entriesOf(stories) {
  const faces = (await readdir(join(root, 'libs'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/src/index`);
  const texts = await Promise.all(stories.map((story) => readFile(join(root, story), 'utf8')));
  const inner = texts.flatMap((text) => [...text.matchAll(INNER_IMPORT)].map(([, path]) => path));
  const names = [...new Set([...faces, ...inner])];
  return Object.fromEntries(names.map((name) => [name, join(root, 'libs', `${name}.ts`)]));
}

async function bundle(entries, dir) {
  // Loaded when there is something to make, which most runs of a single file have not.
  const { build } = await import('rolldown');
  await build({
    input: entries,
    platform: 'node',
    plugins: [{ name: 'authnest', resolveId: resolveImport, transform: transformSource }],
    output: {
      dir,
      format: 'esm',
      banner: LOCAL_GLOBALS_OF_MODULES,
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      codeSplitting: { groups: [{ name: libraryOf, debugName: 'library' }] },
    },
    logLevel: 'warn',
    // A busy machine is slow, which is no fault of the sources.
    checks: { bundlerTimings: false },
  });
}

/** @returns the name of its folder in `libs`; undefined for a file outside */
function libraryOf(file) {
  const libs = join(root, 'libs/');
  return file.startsWith(libs) ? file.slice(libs.length).split(/[\\/]/)[0] : undefined;
}

/** A library or a file of one becomes part of the bundles; a package stays outside, and shared. */
async function resolveImport(specifier, importer) {
  const [, library] = /^@authnest\/([^/]+)$/.exec(specifier) ?? [];
  if (library) return join(root, 'libs', library, 'src/index.ts');
  if (importer === undefined || !libraryOf(importer)) return null;
  if (!specifier.startsWith('.')) return packageFor(this, specifier, importer);
  const base = join(importer, '..', specifier.replace(/\.js$/, ''));
  return ['.ts', '.tsx'].map((extension) => base + extension).find((path) => existsSync(path));
}

/** By name, or by its file where npm has installed it below the library and not at the root. */
async function packageFor(context, specifier, importer) {
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const isInside = existsSync(join(root, 'libs', libraryOf(importer), 'node_modules', name));
  if (!isInside) return { id: specifier, external: true };
  const { id } = await context.resolve(specifier, importer, { skipSelf: true });
  return { id, external: 'absolute' };
}

async function transformSource(code, file) {
  if (!/\.tsx?$/.test(file)) return null;
  const { transform } = await import('@swc/core');
  const output = await transform(code, { ...SWC_OPTIONS, filename: file, sourceMaps: true });
  return { code: output.code, map: output.map, moduleType: 'js' };
}
