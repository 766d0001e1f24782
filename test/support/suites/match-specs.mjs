import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, root } from '../bundles/bundle-cache.mjs';
import { isLone, isSlow, isSpec, isSuite } from './kinds.mjs';
import { writeSuites } from './write-suites.mjs';

/** Matches options for which Jest must know what a file imports. */
const NEEDS_FILES = /^-(?:o$|-onlyChanged|-changed|-watch|-findRelated)/;
/** Matches hooks for a whole file; in a suite of several files, they would apply to all. */
const HOOK = /^(?:before|after)(?:All|Each)\(/m;

/**
 * In a run of all tests, a suite contains several files, because loading Nest, a platform and the
 * libraries for each file, and compiling what a sign-in needs, took a third of the time. In a run
 * that names files, each file is a suite.
 * @param name - the name of the tests, for the suites
 * @param folders - folders below the root
 * @param args - arguments of Jest's command line
 * @returns Jest's `testMatch` for the tests in these folders
 */
export async function matchSpecs(name, folders, args) {
  const specs = (await Promise.all(folders.map((folder) => filesIn(folder, isSpec)))).flat();
  if (namesFiles(args)) return specs.map(inRoot);
  const together = [];
  for (const spec of specs) if (await isTogether(spec)) together.push(spec);
  const suites = await writeSuites(name, together);
  const alone = specs.filter((spec) => !together.includes(spec));
  return [...suites, ...alone].map(inRoot);
}

function namesFiles(args) {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.some(isSuite)) return false;
  return names.length > 0 || args.some((arg) => NEEDS_FILES.test(arg));
}

async function isTogether(spec) {
  if (isLone(spec) || /^test\/[^/]+$/.test(spec)) return false;
  if (process.env.TEST_EFFORT === 'whole' && isSlow(spec)) return false;
  return !HOOK.test(await readFile(join(root, spec), 'utf8'));
}

function inRoot(path) {
  return `<rootDir>/${path}`;
}
