// Installs the packed packages with the oldest supported versions of their peers, and signs in.
// Requires the built packages and a registry.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

const LIBRARIES = ['core', 'providers', 'typeorm'];

/** The oldest supported major version of each peer, in its newest release. */
const PEERS = {
  '@nestjs/common': '^11',
  '@nestjs/core': '^11',
  '@nestjs/platform-express': '^11',
  '@nestjs/platform-fastify': '^11',
  '@nestjs/swagger': '^11',
  '@nestjs/typeorm': '^11',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.2',
  typeorm: '^0.3.20',
  '@types/node': '^20.19.0',
};

const FILES = ['application.mjs', 'openapi.mjs', 'types.ts', 'tsconfig.json'];
const VALIDATOR = '@seriousme/openapi-schema-validator';

async function versionOf(name, directory) {
  const manifest = await readFile(join(directory, 'node_modules', name, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** Packs the libraries. @returns the names of the archives */
async function pack(directory) {
  const workspaces = LIBRARIES.flatMap((library) => ['--workspace', `libs/${library}`]);
  await run('npm', ['pack', ...workspaces, '--pack-destination', directory], { cwd: root });
  return (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
}

async function install(directory, archives) {
  const sqlite = await versionOf('better-sqlite3', root);
  const packed = archives.map((archive) => [
    `@authnest/${LIBRARIES.find((library) => archive.startsWith(`authnest-${library}-`))}`,
    `file:${archive}`,
  ]);
  const dependencies = {
    ...Object.fromEntries(packed),
    ...PEERS,
    'better-sqlite3': sqlite,
    [VALIDATOR]: await versionOf(VALIDATOR, root),
  };
  const manifest = { private: true, type: 'module', dependencies };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  // Copied from this repository, since compiling SQLite can take a minute.
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory });
  const built = join('node_modules', 'better-sqlite3', 'build');
  await cp(join(root, built), join(directory, built), { recursive: true });
}

/** Returns type errors in our declarations and in their use, but not in other packages. */
async function typeErrors(directory) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const lines = await run(process.execPath, [tsc, '-p', '.'], { cwd: directory }).then(
    () => [],
    ({ stdout }) => stdout.split('\n'),
  );
  return lines.filter((line) => /^(?:types\.ts|node_modules\/@authnest\/)/.test(line));
}

const directory = await mkdtemp(join(tmpdir(), 'authnest-compatibility-'));
try {
  await install(directory, await pack(directory));
  for (const file of FILES) await cp(join(here, file), join(directory, file));
  for (const name of ['@nestjs/core', '@nestjs/swagger', '@nestjs/typeorm', 'typeorm']) {
    console.log(`${name} ${await versionOf(name, directory)}`);
  }
  for (const platform of ['express', 'fastify']) {
    await run(process.execPath, ['application.mjs', platform], { cwd: directory });
    console.log(`ok   sign-in on ${platform}`);
    await run(process.execPath, ['openapi.mjs', platform], { cwd: directory });
    console.log(`ok   OpenAPI document on ${platform}`);
  }
  const errors = await typeErrors(directory);
  console.log(errors.length === 0 ? 'ok   types' : `FAIL types\n${errors.join('\n')}`);
  process.exitCode = errors.length === 0 ? 0 : 1;
} catch (error) {
  console.log(`FAIL ${error.stderr?.trim() || error.stack}`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
