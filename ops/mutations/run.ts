// Takes one defence after the other out of the sources, and tells which of them a test finds.
//   ops/run mutations               all of them
//   ops/run mutations csrf limits   those whose file contains one of these words
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, MUTATIONS } from './mutations.js';

const words = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
);

/** Whether a test fails. A file that does not even load fails no test. */
function fails(pattern: string, effort: string): boolean {
  const args = ['test', '--', pattern, '--ci', '--bail', '--maxWorkers=1', '--passWithNoTests'];
  const env = { ...process.env, TEST_EFFORT: effort };
  const { stderr } = spawnSync('npm', args, { env, encoding: 'utf8' });
  return /^Tests: +\d+ failed/m.test(stderr);
}

/** Returns the effort and the tests that find a mutation; undefined if none does. */
function finderOf({ file, tests }: Mutation): string | undefined {
  const beside = join('libs', file).replace(/\.tsx?$/, '.spec.ts');
  const patterns = existsSync(beside) ? [beside, ...tests] : tests;
  for (const effort of ['part', 'whole']) {
    const found = patterns.find((pattern) => fails(pattern, effort));
    if (found) return `${effort} effort, ${found}`;
  }
  return undefined;
}

function tryOut(mutation: Mutation): string | undefined {
  const path = join('libs', mutation.file);
  const source = readFileSync(path, 'utf8');
  const [before, after, ...more] = source.split(mutation.from);
  if (after === undefined || more.length > 0)
    throw new Error(`${path} has changed: update the list`);
  const restore = () => writeFileSync(path, source);
  process.once('exit', restore);
  try {
    writeFileSync(path, [before, after].join(mutation.to));
    return finderOf(mutation);
  } finally {
    restore();
    process.off('exit', restore);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

let missed = 0;
for (const mutation of chosen) {
  const finder = tryOut(mutation);
  if (!finder) missed += 1;
  console.log(`${finder ?? 'NOT FOUND'}: ${mutation.file}: ${mutation.from}`);
}
console.log(`${chosen.length - missed} of ${chosen.length} found`);
process.exitCode = missed > 0 ? 1 : 0;
