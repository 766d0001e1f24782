// Packs the libraries as they are published.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Names of the published libraries. */
export const LIBRARIES = [
  'core',
  'providers',
  'typeorm',
  'take-over',
  'password',
  'record-store',
  'password',
  'redis',
  'testing',
  'client',
];

/** Packs each library. @returns the archives and the files in them, by package name */
export async function packLibraries(directory) {
  const workspaces = LIBRARIES.flatMap((library) => ['--workspace', `libs/${library}`]);
  const { stdout } = await run(
    'npm',
    ['pack', '--json', ...workspaces, '--pack-destination', directory],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  const packed = Object.values(JSON.parse(stdout));
  return new Map(
    packed.map(({ name, filename, files }) => [
      name,
      { archive: join(directory, filename), files: files.map(({ path }) => path) },
    ]),
  );
}

/** Returns the version of a package that is installed in a folder. */
export async function versionOf(name, directory) {
  const manifest = await readFile(join(directory, 'node_modules', name, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** Returns the relative paths of all files below a folder. */
export async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
