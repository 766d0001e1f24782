import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../bundles/bundle-cache.mjs';
import { SUITES } from './kinds.mjs';

/** Of stories in a suite: more takes longer, which keeps a run waiting at its end. */
const BYTES = { part: 60_000, whole: 20_000 };

/** @param stories - their paths below the root @returns the paths of suites, each of one folder's stories */
export async function writeSuites(stories) {
  const effort = process.env.TEST_EFFORT ?? 'part';
  const folder = `${SUITES}/${effort}`;
  const suites = await suitesOf(stories, BYTES[effort] ?? BYTES.part);
  await mkdir(join(root, folder), { recursive: true });
  for (const [name, text] of suites) await writeChanged(join(root, folder, name), text);
  for (const name of await readdir(join(root, folder))) {
    if (!suites.has(name)) await rm(join(root, folder, name), { force: true });
  }
  return [...suites.keys()].map((name) => `${folder}/${name}`);
}

/** @returns texts by the names of files */
async function suitesOf(stories, bytes) {
  const suites = new Map();
  for (const folder of new Set(stories.map(folderOf))) {
    const some = stories.filter((story) => folderOf(story) === folder);
    const count = Math.ceil((await sizeOf(some)) / bytes);
    for (let nth = 0; nth < count; nth++) {
      const ofSuite = some.filter((_, index) => index % count === nth);
      suites.set(`${folder}-${nth + 1}.mjs`, textOf(ofSuite));
    }
  }
  return suites;
}

/** @returns the name of the first folder in `test/` */
function folderOf(story) {
  return story.split('/')[1];
}

async function sizeOf(files) {
  const stats = await Promise.all(files.map((file) => stat(join(root, file))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

function textOf(stories) {
  const paths = stories.map((story) => `  ${JSON.stringify(join(root, story))},\n`);
  return `import { tellStories } from '../../support/story.js';

await tellStories([
${paths.join('')}]);
`;
}

/** Another run may read the file. */
async function writeChanged(path, text) {
  const old = await readFile(path, 'utf8').catch(() => undefined);
  if (old !== text) await writeFile(path, text);
}
