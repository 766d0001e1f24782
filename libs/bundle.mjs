// Makes the files that users load out of those that tsc has written. Node then opens and links one
// module at a start instead of three hundred, which was most of what sign-in added to it.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { copyDeclarations } from './copy-declarations.mjs';
import { writeNotices } from './write-notices.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = (await readdir(here)).map((name) => join(here, name, 'dist'));

/** What a package depends on is installed beside it, and shared with the application. */
const isInstalled = /^[@a-z]/;

/** Published as ES modules only, which test runners that load CommonJS cannot read. */
const ESM_ONLY = ['jose', 'openid-client', 'oauth4webapi'];

/** For Node, and for everything else that knows ES modules. */
function bundleAsModule(folder) {
  return build({
    input: join(folder, 'index.js'),
    external: isInstalled,
    platform: 'node',
    // As `tsc` wrote them: classes keep their names, which Nest tells and TypeORM stores.
    output: { file: join(folder, 'bundle.js'), format: 'esm', sourcemap: true },
    logLevel: 'warn',
  });
}

/** For loaders that know `require` and no ES modules, such as Jest as Nest 11 sets it up. */
function bundleAsCommonJs(folder) {
  return build({
    input: join(folder, 'index.js'),
    external: (id) => isInstalled.test(id) && !ESM_ONLY.some((name) => isOf(name, id)),
    platform: 'node',
    output: {
      file: join(folder, 'bundle.cjs'),
      format: 'cjs',
      codeSplitting: false,
      // Classes of two packages that share a name are renamed for the file, and not for people.
      keepNames: true,
      // Jest has no `import()` without a flag of Node.
      dynamicImportInCjs: false,
    },
    logLevel: 'warn',
  });
}

function isOf(name, id) {
  return id === name || id.startsWith(`${name}/`);
}

for (const folder of folders.filter((path) => existsSync(path))) {
  await bundleAsModule(folder);
  const { output } = await bundleAsCommonJs(folder);
  await writeNotices(folder, output);
  await copyDeclarations(folder);
}
