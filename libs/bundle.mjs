// Makes one file of each package out of those that tsc has written. Node then opens and links one
// module at a start instead of three hundred, which was most of what sign-in added to it.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = (await readdir(here)).map((name) => join(here, name, 'dist'));

/** What a package depends on is installed beside it, and shared with the application. */
const isInstalled = /^[@a-z]/;

for (const folder of folders.filter((path) => existsSync(path))) {
  await build({
    input: join(folder, 'index.js'),
    external: isInstalled,
    platform: 'node',
    // As `tsc` wrote them: classes keep their names, which Nest tells and TypeORM stores.
    output: { file: join(folder, 'bundle.js'), format: 'esm', sourcemap: true },
    logLevel: 'warn',
  });
}
