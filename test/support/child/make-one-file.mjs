// `node make-one-file.mjs script.ts` bundles a script and its imports into one file, unless this
// was done before, and prints the file's path. Dynamic imports are in separate files beside it.
import { join, relative } from 'node:path';
import { bundlesOf, filesIn, root } from '../bundles/bundle-cache.mjs';

/** The id of a module that imports what decorators need and then the script. */
const ENTRY = 'entry';

const path = process.argv[2];
const name = relative(root, path);

const folder = await bundlesOf(`children-${name.replace(/\W+/g, '-')}`, {
  files: [
    'package-lock.json',
    'test/support/child/make-one-file.mjs',
    'test/support/swc-options.mjs',
    ...(await filesIn('libs', isSource)),
    ...(await filesIn('test/support', isSource)),
    ...(await filesIn(featureOf(name), isSource)),
    // Scripts of `ops` share files with tests.
    ...(name.startsWith('ops/') ? await filesIn('test', isSource) : []),
  ],
  words: [name],
  make: bundle,
});
process.stdout.write(join(folder, 'script.mjs'));

/** Whether a script might import the file. */
function isSource(file) {
  return /\.tsx?$/.test(file) && !/[.-]spec\.tsx?$/.test(file) && !/\/dist\//.test(file);
}

/** Returns the folder in `test`, `ops` or `apps` that contains the script. */
function featureOf(script) {
  return script.split('/').slice(0, 2).join('/');
}

async function bundle(dir) {
  // Loaded only if there is something to bundle, which is rare.
  const { build } = await import('rolldown');
  const { transform } = await import('@swc/core');
  const { SWC_OPTIONS } = await import('../swc-options.mjs');

  await build({
    input: { script: ENTRY },
    platform: 'node',
    // Bundles what takes most of the start-up time. Other packages stay outside: drivers with
    // binaries, for example, and `reflect-metadata`, which must run before the code in the bundle.
    external: /^(?!@authnest\/|@nestjs\/|rxjs|tslib|typeorm|[./])/,
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    plugins: [{ name: 'authnest', resolveId, load, transform: transformSource }],
    output: { dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    logLevel: 'silent',
  });

  function resolveId(specifier) {
    if (specifier === ENTRY) return ENTRY;
    const [, library] = /^@authnest\/([^/]+)$/.exec(specifier) ?? [];
    return library ? join(root, 'libs', library, 'src/index.ts') : null;
  }

  function load(id) {
    return id === ENTRY ? `import 'reflect-metadata'; import ${JSON.stringify(path)};` : null;
  }

  async function transformSource(code, filename) {
    if (!/\.tsx?$/.test(filename)) return null;
    const output = await transform(code, { ...SWC_OPTIONS, filename });
    return { code: output.code, moduleType: 'js' };
  }
}
