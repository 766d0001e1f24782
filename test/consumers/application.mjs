// Creates applications as `nest new` does, and installs the packed packages in them.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesIn, root, run, versionOf } from './packed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const SUPPORT = ['software-authenticator.ts', 'cbor.ts'];

/**
 * Creates an application in an empty folder.
 * @param template a folder next to this file: the output of `nest new`, without unneeded tools
 */
export async function makeApplication(template, directory, packed) {
  await cp(join(here, template), directory, { recursive: true });
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  await copySources(directory, manifest.type === 'module');
  await install(directory, manifest, packed);
}

async function copySources(directory, isModule) {
  const application = join(here, 'application');
  for (const file of await filesIn(application)) {
    const target = join(directory, file.replace('.stories.ts', '.e2e-spec.ts'));
    await copySource(join(application, file), target, isModule);
  }
  for (const file of SUPPORT) {
    await copySource(join(root, 'test', 'support', file), join(directory, 'test', file), isModule);
  }
}

/** Removes file extensions from imports for CommonJS, as Jest finds no file with them. */
async function copySource(from, to, isModule) {
  const code = (await readFile(from, 'utf8')).replaceAll('../../../support/', './');
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, isModule ? code : code.replace(/( from '\.[^']*)\.js'/g, "$1'"));
}

async function install(directory, manifest, packed) {
  const ours = [...packed].map(([name, { archive }]) => [name, `file:${archive}`]);
  const sqlite = await versionOf('better-sqlite3', root);
  const dependencies = {
    ...manifest.dependencies,
    ...Object.fromEntries(ours),
    'better-sqlite3': sqlite,
  };
  await writeFile(join(directory, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  // Copied from this repository, since compiling SQLite can take a minute.
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet], { cwd: directory });
  const built = join('node_modules', 'better-sqlite3', 'build');
  await cp(join(root, built), join(directory, built), { recursive: true });
}
