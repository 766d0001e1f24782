// Stories load each library as one file: three hundred modules, read anew by every story, were a
// third of what the stories cost. `jest.config.mjs` makes the bundles and maps imports to them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SWC_OPTIONS } from './swc-options.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/authnest-bundles');
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A file inside a library, imported by a story or what supports it. */
const INNER_IMPORT = /from '[./]+\/libs\/([a-z-]+\/src\/[\w/.-]+)\.js'/g;
/**
 * Makes the bundles of the sources as they are now, unless they are there. Several processes may do
 * so at once: the folder is named for what is in it, and appears whole.
 * @returns the folder, with `<library>/src/<file>.mjs` in it
 */
export async function libraryBundles() {
  const sources = await filesIn('libs', (name) => /\/src\/(?!.*\.spec\.).*\.tsx?$/.test(name));
  const entries = await entriesOf(await filesIn('test', (name) => name.endsWith('.ts')));
  const folder = join(cache, await digestOf(sources, Object.keys(entries)));
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  await dropOldBundles();
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  await bundle(entries, unfinished);
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

async function filesIn(folder, isWanted) {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .map((name) => `${folder}/${name}`)
    .filter((name) => isWanted(name) && !/\/(node_modules|dist)\//.test(name))
    .sort();
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

async function digestOf(sources, entries) {
  const hash = createHash('sha256').update(entries.join());
  const own = ['library-bundles.mjs', 'swc-options.mjs'].map((name) => `test/support/${name}`);
  for (const file of ['package-lock.json', ...own, ...sources]) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
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
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      codeSplitting: { groups: [{ name: libraryOf, debugName: 'library' }] },
    },
    logLevel: 'warn',
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

async function dropOldBundles() {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
