// Loads the built packages with `import` and with `require`. Only this test detects a top-level
// await, or a dependency that only one of the two can load, since the others use the sources.
// With the argument `modules`, it does not check their types.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { typeProblems } from './types.mjs';

const run = promisify(execFile);
const inThisFolder = (path) => fileURLToPath(new URL(path, import.meta.url));

const PACKAGES = {
  core: [
    'AuthModule',
    'AuthService',
    'SessionGuard',
    'Public',
    'CurrentUser',
    'OAuth',
    'AuthError',
  ],
  providers: ['Apple', 'appleClientSecret', 'GitHub', 'Google', 'MicrosoftEntraID'],
  typeorm: ['TypeOrmAuthModule', 'TypeOrmAdapter', 'authEntities', 'authMigrations'],
  'take-over': ['authJs'],
  password: ['password', 'Password', 'PasswordService', 'argon2id', 'scrypt', 'bcrypt'],
  'record-store': ['RecordStoreAdapter'],
  redis: ['RedisSessionRegistry'],
  testing: ['MemoryAdapter', 'runAdapterContract', 'CookieClient'],
  client: ['createAuthClient', 'signIn', 'signOut', 'onSession'],
};

/** Scripts that run in separate processes, since a module that is loaded stays in the cache. */
const LOADERS = { import: 'by-import.mjs', require: 'by-require.cjs' };

async function exportsOf(name, loader) {
  const { stdout } = await run(process.execPath, [inThisFolder(loader), name], { timeout: 30_000 });

  return JSON.parse(stdout);
}

async function problemWith(library, way) {
  const file = `libs/${library}/dist/${library === 'client' ? 'index' : 'bundle'}.js`;
  if (!existsSync(inThisFolder(`../../${file}`))) {
    return `not built: ${file} is missing, run npm run build`;
  }

  try {
    const names = await exportsOf(`@authnest/${library}`, LOADERS[way]);
    const missing = PACKAGES[library].filter((name) => !names.includes(name));

    return missing.length > 0 ? `missing exports: ${missing.join(', ')}` : undefined;
  } catch (error) {
    return `does not load: ${error.stderr?.trim() || error.message}`;
  }
}

/** Checks that both ways load the same copy: two would have different guards and errors. */
async function problemWithMixing(library, first) {
  const args = [inThisFolder('mixed.cjs'), `@authnest/${library}`, first];
  try {
    const { stdout } = await run(process.execPath, args, { timeout: 30_000 });
    const differing = JSON.parse(stdout);

    return differing.length > 0 ? `two copies of ${differing.join(', ')}` : undefined;
  } catch (error) {
    return `does not load: ${error.stderr?.trim() || error.message}`;
  }
}

let failed = 0;

function report(what, problem) {
  if (problem) failed += 1;
  console.log(`${problem ? 'FAIL' : 'ok  '} ${what}${problem ? `: ${problem}` : ''}`);
}

for (const library of Object.keys(PACKAGES)) {
  for (const way of Object.keys(LOADERS)) {
    report(`${way} @authnest/${library}`, await problemWith(library, way));
  }
  for (const first of Object.keys(LOADERS)) {
    const problem = await problemWithMixing(library, first);
    report(`one copy, ${first} first, @authnest/${library}`, problem);
  }
}
// Types do not depend on the version of Node.js that runs this.
const settings = process.argv[2] === 'modules' ? [] : typeProblems();
for (const [setting, problem] of settings) report(`types (${setting})`, problem);

process.exitCode = failed > 0 ? 1 : 0;
