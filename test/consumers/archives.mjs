// Checks that the archives to be published contain the required files, and no others.
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packLibraries, root } from './packed.mjs';

const ALWAYS = ['LICENSE', 'README.md', 'package.json'];
const NEEDED = [
  ...ALWAYS,
  'dist/bundle.cjs',
  'dist/bundle.js',
  'dist/bundle.js.map',
  'dist/index.d.ts',
  'dist/cjs/index.d.ts',
  'dist/cjs/package.json',
];

/** Packages whose CommonJS bundle includes other packages, and therefore their licences. */
const WITH_COPIES = [
  '@authnest/password',
  '@authnest/core',
  '@authnest/providers',
  '@authnest/testing',
];
const NOTICES = 'dist/third-party-notices.txt';

/** Whether a file declares an existing source that is not a test; old builds leave others. */
function isDeclaration(name, path) {
  const [, source] = /^dist\/(?:cjs\/)?(.*)\.d\.ts$/.exec(path) ?? [];
  if (!source || /\bspec\b/.test(source)) return false;
  const file = join(root, 'libs', name.replace('@authnest/', ''), 'src', source);
  return existsSync(`${file}.ts`) || existsSync(`${file}.tsx`);
}

function neededBy(name) {
  if (name === '@authnest/client') return [...ALWAYS, ...compiled('client')];
  return WITH_COPIES.includes(name) ? [...NEEDED, NOTICES] : NEEDED;
}

/** Returns the files that are compiled one by one, for the bundlers of pages. */
function compiled(library) {
  const sources = readdirSync(join(root, 'libs', library, 'src'));
  return sources
    .filter((source) => !source.endsWith('.spec.ts'))
    .flatMap((source) => ['.js', '.d.ts'].map((end) => `dist/${source.replace(/\.ts$/, end)}`));
}

function problems(name, files) {
  const needed = neededBy(name);
  const missing = needed.filter((path) => !files.includes(path));
  const extra = files.filter((path) => !needed.includes(path) && !isDeclaration(name, path));

  return [
    ...missing.map((path) => `${path} is missing`),
    ...extra.map((path) => `${path} is too much`),
  ];
}

const directory = await mkdtemp(join(tmpdir(), 'authnest-archives-'));
try {
  for (const [name, { files }] of await packLibraries(directory)) {
    const found = problems(name, files);
    if (found.length > 0) process.exitCode = 1;
    console.log(
      found.length > 0
        ? `FAIL ${name}: ${found.join(', ')}`
        : `ok   ${name}: ${files.length} files`,
    );
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
