import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../bundles/bundle-cache.mjs';
import { isWaiting, SUITES } from './kinds.mjs';

/** The size of the sources in a suite. Larger suites take longer, which delays the end of a run. */
const BYTES = { part: 120_000, whole: 30_000 };
/** The size for stories that wait, which take longer. */
const BYTES_OF_WAITING = { part: 60_000, whole: 16_000 };

/**
 * @param name - the name of a folder for the suites
 * @param specs - paths below the root
 * @returns the paths of the suites, each with specs of one library, application or feature
 */
export async function writeSuites(name, specs) {
  const effort = process.env.TEST_EFFORT ?? 'part';
  const folder = `${SUITES}/${effort}/${name}`;
  const suites = await suitesOf(specs, effort === 'whole' ? 'whole' : 'part');
  await mkdir(join(root, folder), { recursive: true });
  for (const [file, text] of suites) await writeChanged(join(root, folder, file), text);
  for (const file of await readdir(join(root, folder))) {
    if (!suites.has(file)) await rm(join(root, folder, file), { force: true });
  }
  return [...suites.keys()].map((file) => `${folder}/${file}`);
}

/** @returns the contents of the suites, by file name */
async function suitesOf(specs, effort) {
  const suites = new Map();
  for (const part of new Set(specs.map(partOf))) {
    const some = specs.filter((spec) => partOf(spec) === part);
    const most = (some.some(isWaiting) ? BYTES_OF_WAITING : BYTES)[effort];
    const count = Math.ceil((await sizeOf(some)) / most);
    for (let nth = 0; nth < count; nth++) {
      const ofSuite = some.filter((_, index) => index % count === nth);
      suites.set(`${part}-${nth + 1}.mjs`, textOf(ofSuite));
    }
  }
  return suites;
}

/** @returns the name of the spec's folder in `libs`, `apps` or `test` */
function partOf(spec) {
  return spec.split('/')[1];
}

async function sizeOf(files) {
  const stats = await Promise.all(files.map((file) => stat(join(root, file))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

function textOf(specs) {
  const paths = specs.map((spec) => `  ${JSON.stringify(join(root, spec))},\n`);
  return `import { tellStories } from '../../../support/story.js';

await tellStories([
${paths.join('')}]);
`;
}

/** Writes a file only if it changes, because another run might be reading it. */
async function writeChanged(path, text) {
  const old = await readFile(path, 'utf8').catch(() => undefined);
  if (old !== text) await writeFile(path, text);
}
