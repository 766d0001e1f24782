// Copies the declarations for `require`. TypeScript treats them as ES modules, since their package
// is one, and with `module` set to `node16` or `node18` it refuses to `require` an ES module. It
// treats a copy in a folder marked as CommonJS as CommonJS.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isEsmOnly } from './esm-only.mjs';

/** @param folder contains the declarations; the copies are written to `cjs` in it */
export async function copyDeclarations(folder) {
  const target = join(folder, 'cjs');
  await rm(target, { recursive: true, force: true });

  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    const declarations = await readFile(join(folder, file), 'utf8');
    await writeFile(join(target, file), withResolutionMode(declarations));
  }
  await writeFile(join(target, 'package.json'), '{ "type": "commonjs" }\n');
}

const IMPORT = /^(?<verb>import|export) (?:type )?\{(?<names>[^}]*)\} from '(?<from>[^']+)';$/gm;
const IMPORT_TYPE = /\bimport\('(?<from>[^']+)'\)/g;

/**
 * States that the types of packages without CommonJS are those of ES modules; otherwise TypeScript
 * refuses them in a file that it treats as CommonJS. Declarations import nothing but types.
 */
export function withResolutionMode(declarations) {
  return declarations
    .replace(IMPORT, (statement, verb, names, from) =>
      isEsmOnly(from)
        ? `${verb} type {${names.replace(/\btype /g, '')}} from '${from}' with { 'resolution-mode': 'import' };`
        : statement,
    )
    .replace(IMPORT_TYPE, (type, from) =>
      isEsmOnly(from) ? `import('${from}', { with: { 'resolution-mode': 'import' } })` : type,
    );
}
