import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Creates bundles unless they exist. Several processes can do so at once, because the folder's name
 * depends on its content, and the folder appears only when it is complete.
 * @param {string} name the kind of bundles
 * @param {{ files: readonly string[], words: readonly string[], make: (dir: string) => Promise<void> }} options
 *   files (below the root) and words that the bundles depend on, and what writes them to a folder
 * @returns the path of the folder
 */
export async function bundlesOf(name, { files, words, make }) {
  const cache = join(root, 'node_modules/.cache/authnest-bundles');
  const folder = join(cache, `${name}-${await digestOf(files, words)}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  await dropOld(cache);
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  await make(unfinished);
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

/** @returns the sorted paths, from the root, of wanted files in a folder, without `node_modules` */
export async function filesIn(folder, isWanted) {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .map((name) => `${folder}/${name}`)
    .filter((name) => isWanted(name) && !name.slice(folder.length).includes('/node_modules/'))
    .sort();
}

async function digestOf(files, words) {
  const hash = createHash('sha256').update(words.join());
  for (const file of files) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function dropOld(cache) {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
