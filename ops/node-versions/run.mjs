// Runs with other supported versions of Node.js than the one that is installed: the oldest 22 and the
// newest 24. Requires a registry, from which it downloads them.
// Without an argument, both. `tests`: what depends most on Node.js, which is cryptography, URLs and HTTP. `load-paths`: the built
// packages, with `import` and `require`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'node-versions');

const VERSIONS = ['22.13.0', '24'];

/** Without a database: its driver is compiled for one version only. */
const TESTS = [
  'libs/core/src/(cookies|crypto|exchange|model)/',
  'test/credentials/sign-in',
  'test/entry-points/(same-responses|web-requests)',
  'test/email/sign-in',
  'test/oauth/sign-in',
  'test/web/(csrf-token|guard\\.|host-headers)',
];

const WAYS = {
  tests: ['node_modules/jest/bin/jest.js', '--ci', ...TESTS],
  'load-paths': ['test/load-paths/run.mjs', 'modules'],
};

/** Downloads a version. @param range - the newest version in it is used */
async function nodeOf(range) {
  const { platform, arch } = process;
  const { stdout } = await run('npm', [
    'view',
    `node-${platform}-${arch}@${range}`,
    'version',
    '--json',
  ]);
  const version = [JSON.parse(stdout)].flat().sort(byNumbers).at(-1);
  const home = join(cache, version);
  const program = join(home, 'package', 'bin', 'node');
  if (existsSync(program)) return { version, program };
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'download-'));
  await run('npm', ['pack', `node-${platform}-${arch}@${version}`], { cwd: fresh });
  const [archive] = await readdir(fresh);
  await run('tar', ['-xzf', archive, 'package/bin/node'], { cwd: fresh });
  // Whoever else downloaded it in the meantime has the same.
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true }));
  return { version, program };
}

function byNumbers(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}

const ways = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WAYS);
const unknown = ways.find((way) => !Object.hasOwn(WAYS, way));
if (unknown) throw new Error(`expected ${Object.keys(WAYS).join(' or ')}; got ${unknown}`);
for (const range of VERSIONS) {
  const { version, program } = await nodeOf(range);
  const flags = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
  const env = { ...process.env, NODE_OPTIONS: flags, TEST_EFFORT: 'part' };
  for (const way of ways) {
    console.log(`\nNode ${version}: ${way}`);
    const child = spawn(program, WAYS[way], { cwd: root, env, stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    if (status !== 0) process.exitCode = 1;
  }
}
