// `node make-one-file.mjs script.ts` makes one file of a script and all that it imports, unless that was
// done before, and prints the file. What the script loads late is in files beside it.
import { join, relative } from 'node:path';
import { bundlesOf, filesIn, root } from '../bundles/bundle-cache.mjs';

/** The script after what its decorators need. */
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
  ],
  words: [name],
  make: bundle,
});
process.stdout.write(join(folder, 'script.mjs'));

/** A file that a script may import. */
function isSource(file) {
  return /\.tsx?$/.test(file) && !/[.-]spec\.tsx?$/.test(file) && !/\/dist\//.test(file);
}

/** The folder in `test` with whose files the script is. */
function featureOf(script) {
  return script.split('/').slice(0, 2).join('/');
}

async function bundle(dir) {
  // Loaded when there is something to make, which most runs have not.
  const { build } = await import('rolldown');
  const { transform } = await import('@swc/core');
  const { SWC_OPTIONS } = await import('../swc-options.mjs');

  await build({
    input: { script: ENTRY },
    platform: 'node',
    // Most of what a start costs. The rest, such as drivers with binaries, stays where it is; and what
    // decorators need runs before all that is in the file.
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
