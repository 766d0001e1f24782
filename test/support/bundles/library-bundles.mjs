// Stories load each library as one file, because reading three hundred modules again in every story
// took a third of the time. `jest.config.mjs` creates the bundles and maps imports to them.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SWC_OPTIONS } from '../swc-options.mjs';
import { bundlesOf, filesIn, root } from './bundle-cache.mjs';

const SOURCE = /^libs\/[^/]+\/src\/(?!.*\.spec\.).*\.tsx?$/;
/** Matches imports of files inside a library, in stories and their support code. */
const INNER_IMPORT = /from '[./]+\/libs\/([a-z-]+\/src\/[\w/.-]+)\.js'/g;

/** What packages that build on a library import from it. */
const SECOND_ENTRIES = ['core/src/feature', 'typeorm/src/migrations'];

/** @returns the folder that contains `<library>/src/<file>.mjs` */
export async function libraryBundles() {
  const sources = await filesIn('libs', (name) => SOURCE.test(name));
  const entries = await entriesOf(await filesIn('test', (name) => name.endsWith('.ts')));
  const own = ['bundle-cache', 'library-bundles'];
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

/** Returns the index of each library and the inner files that stories import, sharing classes. */
async function entriesOf(stories) {
  const faces = (await readdir(join(root, 'libs'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/src/index`);
  const texts = await Promise.all(stories.map((story) => readFile(join(root, story), 'utf8')));
  const inner = texts.flatMap((text) => [...text.matchAll(INNER_IMPORT)].map(([, path]) => path));
  const names = [...new Set([...faces, ...SECOND_ENTRIES, ...inner])];
  return Object.fromEntries(names.map((name) => [name, join(root, 'libs', `${name}.ts`)]));
}

async function bundle(entries, dir) {
  // Loaded only if there is something to bundle, which is rare in runs of a single file.
  const { build } = await import('rolldown');
  await build({
    input: entries,
    platform: 'node',
    plugins: [{ name: 'authnest', resolveId: resolveImport, transform: transformSource }],
    output: {
      dir,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      codeSplitting: { groups: [{ name: libraryOf, debugName: 'library' }] },
    },
    logLevel: 'warn',
    // On a busy machine, slow timings do not mean that the sources have a problem.
    checks: { bundlerTimings: false },
  });
}

/** @returns the folder in `libs` that contains the file, or undefined for a file outside */
function libraryOf(file) {
  const libs = join(root, 'libs/');
  return file.startsWith(libs) ? file.slice(libs.length).split(/[\\/]/)[0] : undefined;
}

/** Makes libraries and their files part of the bundles, while packages stay outside and shared. */
async function resolveImport(specifier, importer) {
  const [, library, entry = 'index'] = /^@authnest\/([^/]+)(?:\/(\w+))?$/.exec(specifier) ?? [];
  if (library) return join(root, 'libs', library, `src/${entry}.ts`);
  if (importer === undefined || !libraryOf(importer)) return null;
  if (!specifier.startsWith('.')) return packageFor(this, specifier, importer);
  const base = join(importer, '..', specifier.replace(/\.js$/, ''));
  return ['.ts', '.tsx'].map((extension) => base + extension).find((path) => existsSync(path));
}

/** Refers to a package by name, or by file if npm installed it only below the library. */
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
