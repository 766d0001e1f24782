// Uses the packed packages in applications from `nest new`: runs their tests, builds them, and
// signs in. Requires the built packages and a registry.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApplication } from './application.mjs';
import { checkDeclarations } from './declarations.mjs';
import { packLibraries, run, versionOf } from './packed.mjs';
import { signInAtStarted } from './started.mjs';

const STORIES = 'stories by supertest, with password, OpenID, mail and passkey';

/** The scripts to run in each application, in order, by title. */
const STEPS = {
  'nest-11': { 'Jest, CommonJS': 'test', [`Jest, CommonJS: ${STORIES}`]: 'test:e2e' },
  'nest-12': {
    Vitest: 'test',
    [`Vitest: ${STORIES}`]: 'test:e2e',
    'Jest, ES modules': 'test:jest',
    [`Jest, ES modules: ${STORIES}`]: 'test:e2e:jest',
  },
};

function npm(directory, script) {
  return run('npm', ['run', '--silent', script], { cwd: directory, timeout: 180_000 });
}

async function report(what, step) {
  const start = Date.now();
  const problem = await step().then(
    () => undefined,
    (error) => [error.stdout, error.stderr, error.stack].filter(Boolean).join('\n'),
  );
  if (problem) process.exitCode = 1;
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  console.log(problem ? `FAIL ${what}\n${problem}` : `ok   ${what} (${seconds} s)`);
  return !problem;
}

/** Installs in parallel, since most time is spent on requests. @returns the installed templates */
async function install(templates, parent, packed) {
  const ready = await Promise.all(
    templates.map((template) => {
      const made = () => makeApplication(template, join(parent, template), packed);
      return report(`${template}: install`, made);
    }),
  );
  return templates.filter((_, index) => ready[index]);
}

async function tryApplication(template, directory, packed) {
  console.log(`     @nestjs/core ${await versionOf('@nestjs/core', directory)}`);
  for (const [what, script] of Object.entries({ ...STEPS[template], build: 'build' })) {
    await report(`${template}: ${what}`, () => npm(directory, script));
  }
  // The client is for pages: it has no CommonJS, and its types need the DOM.
  const names = [...packed.keys()].filter((name) => name !== '@authnest/client');
  await report(`${template}: declarations, for node16 without the DOM`, () =>
    checkDeclarations(directory, names),
  );
  await report(`${template}: sign-in at the started application`, () => signInAtStarted(directory));
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
const parent = await mkdtemp(join(tmpdir(), 'authnest-consumers-'));
try {
  const packed = await packLibraries(parent);
  for (const template of await install(wanted, parent, packed)) {
    await tryApplication(template, join(parent, template), packed);
  }
} finally {
  await rm(parent, { recursive: true, force: true });
}
