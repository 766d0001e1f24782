// Takes one defence after the other out of the sources, and tells which of them a test finds.
//   ops/run mutations               all of them
//   ops/run mutations csrf limits   those whose file contains one of these words
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, MUTATIONS } from './mutations.js';

const words = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
);
if (chosen.length === 0) throw new Error(`no file contains ${words.join(' or ')}`);

/** A test that hangs without a defence has not found that it is gone. */
const LONGEST_MS = 5 * 60_000;

/** Whether a test fails. A file that does not even load fails no test. */
async function fails(pattern: string, effort: string): Promise<boolean> {
  const args = [
    'test',
    '--',
    pattern,
    '--ci',
    '--bail',
    '--forceExit',
    '--maxWorkers=1',
    '--passWithNoTests',
  ];
  const env = { ...process.env, TEST_EFFORT: effort };
  // A group of its own, since Jest runs below npm.
  const jest = spawn('npm', args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const stop = () => void (jest.pid && process.kill(-jest.pid, 'SIGKILL'));
  const timer = setTimeout(stop, LONGEST_MS);
  process.once('exit', stop);
  let told = '';
  jest.stderr.on('data', (text) => (told += `${text}`));
  await once(jest, 'close');
  clearTimeout(timer);
  process.off('exit', stop);
  return /^Tests: +\d+ failed/m.test(told);
}

/** Returns the effort and the tests that find a mutation; undefined if none does. */
async function finderOf({ file, tests }: Mutation): Promise<string | undefined> {
  const beside = join('libs', file).replace(/\.tsx?$/, '.spec.ts');
  for (const effort of ['part', 'whole']) {
    for (const pattern of existsSync(beside) ? [beside, ...tests] : tests) {
      if (await fails(pattern, effort)) return `${effort} effort, ${pattern}`;
    }
  }
  return undefined;
}

/** Returns what came of a mutation, in a line that begins with `found` if a test fails. */
async function tryOut(mutation: Mutation): Promise<string> {
  const path = join('libs', mutation.file);
  const source = readFileSync(path, 'utf8');
  const [before, after, ...more] = source.split(mutation.from);
  if (after === undefined || more.length > 0) return 'OUTDATED, change the list';
  const restore = () => writeFileSync(path, source);
  process.once('exit', restore);
  try {
    writeFileSync(path, [before, after].join(mutation.to));
    const finder = await finderOf(mutation);
    return finder ? `found with ${finder}` : 'NOT FOUND';
  } finally {
    restore();
    process.off('exit', restore);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

let missed = 0;
for (const mutation of chosen) {
  const outcome = await tryOut(mutation);
  if (!outcome.startsWith('found')) missed += 1;
  console.log(`${outcome}: ${mutation.file}: ${mutation.from}`);
}
console.log(`${chosen.length - missed} of ${chosen.length} found`);
process.exitCode = missed > 0 ? 1 : 0;
