import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Whether the bundles, which a build writes last, are newer than every source file and folder. The
 * time of a folder changes when a file is removed from it.
 */
export async function isBuilt(): Promise<boolean> {
  const libraries = await foldersIn('libs');
  // What is not bundled, such as the client, is compiled before the bundles are written.
  const bundled = libraries.filter((library) => library !== 'libs/client');
  const outputs = bundled.map((library) => join(library, 'dist/bundle.js'));
  const sources = [...libraries, ...(await foldersIn('apps'))].map((folder) => join(folder, 'src'));
  const built = await Promise.all(outputs.map(changedAt));
  const changed = await Promise.all(sources.map(newestIn));
  return Math.min(...built) > Math.max(...changed);
}

async function foldersIn(parent: string): Promise<string[]> {
  const entries = await readdir(join(root, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
}

async function newestIn(folder: string): Promise<number> {
  const names = await readdir(join(root, folder), { recursive: true });
  return Math.max(...(await Promise.all(names.map((name) => changedAt(join(folder, name))))));
}

/** Returns the time of the last change, in milliseconds; 0 if the file does not exist. */
async function changedAt(path: string): Promise<number> {
  return stat(join(root, path)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
