// Compiles an application with the strictest settings for declarations: ours are checked too,
// optional members are exact, and neither the DOM library nor the newest kind of modules is assumed.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './packed.mjs';

/** The name of the file for one run. */
const PROJECT = 'tsconfig.declarations.json';

const SETTINGS = {
  extends: './tsconfig.build.json',
  compilerOptions: {
    module: 'node16',
    moduleResolution: 'node16',
    lib: ['es2023'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    incremental: false,
  },
  include: ['src', 'everything.ts', 'explicit-undefined.ts'],
};

/**
 * Reports errors in our declarations and in their use, but not in those of other packages.
 * @param names of the packages, all of which are loaded
 */
export async function checkDeclarations(directory, names) {
  const imports = names.map((name, index) => `export * as library${index} from '${name}';\n`);
  await writeFile(join(directory, 'everything.ts'), imports.join(''));
  const sample = new URL('explicit-undefined.ts', import.meta.url);
  await cp(sample, join(directory, 'explicit-undefined.ts'));
  const settings = structuredClone(SETTINGS);
  // The sources of `nest new` 12 are below `src`, and this file is beside it.
  settings.compilerOptions.rootDir = '.';
  await writeFile(join(directory, PROJECT), JSON.stringify(settings));
  const output = await run('npx', ['--no-install', 'tsc', '-p', PROJECT], {
    cwd: directory,
    timeout: 180_000,
  }).then(
    () => '',
    ({ stdout }) => stdout,
  );
  const ours = /^(?:src\/|everything\.ts|explicit-undefined\.ts|node_modules\/@authnest\/|error )/;
  const errors = output.split('\n').filter((line) => ours.test(line));
  if (errors.length > 0) throw new Error(errors.join('\n'));
}
