// Bundles the files that tsc has written. At startup, Node then opens and links one module instead
// of three hundred, which was most of the startup time that sign-in added to an application.
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { acceptUndefined } from './accept-undefined.mjs';
import { copyDeclarations } from './copy-declarations.mjs';
import { isEsmOnly } from './esm-only.mjs';
import { spellInOneByte } from './spell-in-one-byte.mjs';
import { writeNotices } from './write-notices.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = (await readdir(here)).map((name) => join(here, name, 'dist'));

const isForBrowsers = (folder) => folder === join(here, 'client', 'dist');

/** Matches dependencies: they are installed beside the package and shared with the application. */
const isInstalled = /^[@a-z]/;

/**
 * Returns the file to bundle. A library with a second entry, such as `@authnest/core/feature`, has
 * one bundle for both, so that their classes are the same; only their types differ.
 */
async function entryOf(folder) {
  const index = join(folder, 'index.js');
  const second = ['feature.js', 'migrations.js'].find((name) => existsSync(join(folder, name)));
  if (!second) return index;
  const all = join(folder, 'all.js');
  await writeFile(all, `export * from './index.js';\nexport * from './${second}';\n`);
  return all;
}

/** The declarations carry the comments. */
const COMMENTS = { legal: true, annotation: true, jsdoc: false };

/** For Node, and for every other loader that supports ES modules. */
function bundleAsModule(folder, input) {
  return build({
    input,
    external: isInstalled,
    platform: 'node',
    // Not minified, so that classes keep their names: Nest logs them, and TypeORM stores them.
    output: { file: join(folder, 'bundle.js'), format: 'esm', sourcemap: true, comments: COMMENTS },
    logLevel: 'warn',
  });
}

/** For loaders that support `require` but not ES modules, such as Jest as set up by Nest 11. */
function bundleAsCommonJs(folder, input) {
  return build({
    input,
    external: (id) => isInstalled.test(id) && !isEsmOnly(id),
    platform: 'node',
    output: {
      file: join(folder, 'bundle.cjs'),
      format: 'cjs',
      comments: COMMENTS,
      codeSplitting: false,
      // If two classes have the same name, one is renamed in the file; its `name` property stays.
      keepNames: true,
      // Jest supports `import()` only if Node runs with `--experimental-vm-modules`.
      dynamicImportInCjs: false,
    },
    logLevel: 'warn',
  });
}

for (const folder of folders.filter((path) => existsSync(path))) {
  // For browsers: the bundler of a page takes what it needs, file by file.
  if (isForBrowsers(folder)) {
    await acceptUndefined(folder);
    continue;
  }
  const input = await entryOf(folder);
  await bundleAsModule(folder, input);
  const { output } = await bundleAsCommonJs(folder, input);
  await spellInOneByte(folder);
  await writeNotices(folder, output);
  await acceptUndefined(folder);
  await copyDeclarations(folder);
}
