// Copies the declarations for `require`. TypeScript treats them as ES modules, since their package
// is one, and with `module` set to `node16` or `node18` it refuses to `require` an ES module. It
// treats a copy in a folder marked as CommonJS as CommonJS.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** @param folder contains the declarations; the copies are written to `cjs` in it */
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
