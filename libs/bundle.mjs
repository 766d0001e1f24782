// Makes one file of each package out of those that tsc has written. Node then opens and links one
// module at a start instead of three hundred, which was most of what sign-in added to it.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = (await readdir(here)).map((name) => join(here, name, 'dist'));

for (const folder of folders.filter((path) => existsSync(path))) {
  await build({
    entryPoints: [join(folder, 'index.js')],
    outfile: join(folder, 'bundle.js'),
    bundle: true,
    // What a package depends on is installed beside it, and shared with the application.
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Nest names providers by their classes in its messages.
    keepNames: true,
    sourcemap: true,
    logLevel: 'warning',
  });
}
