// Declarations for `require`. TypeScript reads a declaration file as what its package is, an ES
// module, and its settings `node16` and `node18` refuse to `require` one. A copy in a folder of
// CommonJS is read as CommonJS.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** @param folder where the declarations are; the copies go to `cjs` in it */
export async function copyDeclarations(folder) {
  const target = join(folder, 'cjs');
  await rm(target, { recursive: true, force: true });

  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(folder, file), join(target, file));
  }
  await writeFile(join(target, 'package.json'), '{ "type": "commonjs" }\n');
}
