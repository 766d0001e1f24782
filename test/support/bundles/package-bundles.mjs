// Tests load Nest, its platforms and TypeORM as one file each, as Jest compiles and links a module
// again for each test file, and these packages have 1,300. `jest.config.mjs` maps the imports.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundlesOf, filesIn, root } from './bundle-cache.mjs';

/** ES modules. Their files import each other across packages, so some of them are also entries. */
const NEST = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/platform-fastify',
  '@nestjs/testing',
  '@nestjs/typeorm',
  '@nestjs/websockets',
];
/** CommonJS. The packages that they import stay outside, such as drivers that might be missing. */
const COMMONJS = ['mysql2', 'reflect-metadata', 'rxjs', 'typeorm'];

const NEST_FILE = `((?:${NEST.join('|')})(?:/[\\w./-]+?)?)(?:\\.js)?`;
const require = createRequire(join(root, 'package.json'));

/** @returns Jest's `moduleNameMapper` for the bundles, and the path of each CommonJS bundle */
export async function packageBundles() {
  const folder = await packageFolder();
  return {
    fileOf: (name) => `${folder}/${name}.cjs`,
    mapper: {
      [`^${NEST_FILE}$`]: `${folder}/$1.mjs`,
      [`^(${COMMONJS.join('|')})$`]: `${folder}/$1.cjs`,
      // The main bundle also contains the operators.
      '^rxjs/operators$': `${folder}/rxjs.cjs`,
    },
  };
}

async function packageFolder() {
  const inner = await nestImportsOf(['apps', 'libs', 'test'], /\.tsx?$/);
  const own = ['bundle-cache', 'package-bundles'];
  return bundlesOf('packages', {
    files: ['package-lock.json', ...own.map((name) => `test/support/bundles/${name}.mjs`)],
    words: inner,
    make: async (dir) => {
      await bundleNest(dir, [
        ...inner,
        // `@nestjs/graphql` is published with its tests, which import what no longer exists.
        ...(await nestImportsOf(['node_modules/@nestjs'], /^(?!.*\/dist\/tests\/).*\.js$/)),
      ]);
      for (const name of COMMONJS) await bundleCommonJs(dir, name);
    },
  });
}

/** Returns the sorted paths inside Nest's packages that the files in these folders import. */
async function nestImportsOf(folders, kind) {
  const files = await Promise.all(folders.map((name) => filesIn(name, (file) => kind.test(file))));
  const texts = await Promise.all(files.flat().map((file) => readFile(join(root, file), 'utf8')));
  const imports = new RegExp(`['"]${NEST_FILE}['"]`, 'g');
  const found = texts.flatMap((text) => [...text.matchAll(imports)].map(([, name]) => name));
  return [...new Set(found)].sort();
}

/** @param inner - paths inside the packages: each needs its own file, but shares its classes */
async function bundleNest(dir, inner) {
  const input = Object.fromEntries([...NEST, ...inner].map((name) => [name, name]));
  const isEntry = (specifier) => specifier.replace(/\.js$/, '') in input;
  await bundle({
    input,
    isOutside: (specifier) => !isEntry(specifier),
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name].mjs',
      codeSplitting: { groups: [{ name: packageOf }] },
    },
  });
}

async function bundleCommonJs(dir, name) {
  await bundle({
    input: { [name]: require.resolve(name) },
    isOutside: () => true,
    output: {
      dir,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: false,
      footer: namesOf(name),
    },
  });
}

async function bundle({ input, isOutside, output }) {
  // Loaded only if there is something to bundle, which is rare.
  const { build } = await import('rolldown');
  const resolveId = (specifier, importer) =>
    importer !== undefined && !/^[./]/.test(specifier) && isOutside(specifier)
      ? { id: specifier, external: true }
      : null;
  await build({
    cwd: root,
    input,
    platform: 'node',
    plugins: [{ name: 'authnest', resolveId }],
    // Without comments and white space, because Jest reads the whole output for each story.
    output: {
      ...output,
      comments: false,
      minify: { compress: false, mangle: false },
    },
    logLevel: 'warn',
    checks: { bundlerTimings: false },
  });
}

/** @returns the package that contains the file, or undefined for the bundler's own code */
function packageOf(file) {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return name?.replace('/', '-');
}

/** Returns code from which Node and Jest detect the names that an ES module can import. */
function namesOf(specifier) {
  const names = Object.keys(require(specifier)).filter((name) => /^[\w$]+$/.test(name));
  return `if (false) {\n${names.map((name) => `  exports.${name} = undefined;\n`).join('')}}`;
}
