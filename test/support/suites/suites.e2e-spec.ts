import { readdirSync } from 'node:fs';
import { readFromRoot } from '../guides.js';

interface Test {
  readonly path: string;
  readonly bytes?: number;
}
/** JavaScript modules, because Jest's configuration loads them. */
const modules = ['match-specs', 'suite-sequencer'].map((name) => import(`./${name}.mjs`));
const [{ matchSpecs }, { default: SuiteSequencer }] = (await Promise.all(modules)) as [
  { matchSpecs(name: string, folders: string[], args: string[]): Promise<string[]> },
  { default: new (options: object) => { sort(tests: object[]): Test[] } },
];
const filesOf = async (args: string[]) => {
  const patterns = await matchSpecs('stories', ['apps', 'test'], args);
  return patterns.map((pattern) => pattern.replace('<rootDir>/', ''));
};

describe('a run of all tests', () => {
  it('has each file exactly once, either alone or in a suite', async () => {
    const files = await filesOf(['--ci', '--json', '--outputFile=results.json']);

    const suites = files.filter((path) => path.startsWith('test/.suites/'));
    const together = suites.flatMap((suite) => filesIn(readFromRoot(suite)));
    const alone = files.filter((path) => !suites.includes(path));
    expect(suites.length).toBeGreaterThan(10);
    expect([...together, ...alone].sort()).toEqual(everyFile());
  });

  it('runs files alone that measure a process, need a browser, or have hooks for the whole file', async () => {
    const files = await filesOf([]);

    expect(files).toContain('test/browser/passkeys.e2e-spec.ts');
    expect(files).toContain('test/docs.e2e-spec.ts');
    const withHooks = everyFile().filter((file) => /^(?:be|af)\w+\(/m.test(readFromRoot(file)));
    expect(withHooks.length).toBeGreaterThan(5);
    expect(files).toEqual(expect.arrayContaining(withHooks));
  });

  it('starts with what takes longest, and runs small files at the end', () => {
    const order = orderOf([
      { path: '/r/libs/core/src/b.spec.ts', bytes: 900 },
      { path: '/r/test/.suites/part/stories/web-1.mjs', bytes: 10 },
      { path: '/r/test/browser/passkeys.e2e-spec.ts', bytes: 500 },
      { path: '/r/libs/core/src/a.spec.ts', bytes: 1000 },
      { path: '/r/test/.suites/part/stories/redis-1.mjs', bytes: 400 },
      { path: '/r/test/email/races.e2e-spec.ts', bytes: 800 },
      { path: '/r/test/.suites/part/stories/web-2.mjs', bytes: 20 },
    ]);

    expect(order).toEqual([
      'races.e2e-spec.ts',
      'redis-1.mjs',
      'web-2.mjs',
      'web-1.mjs',
      'a.spec.ts',
      'b.spec.ts',
      'passkeys.e2e-spec.ts',
    ]);
  });
});

describe('a run that names files', () => {
  it.each([
    [['test/web']],
    [['-t', 'signs in']],
    [['--runTestsByPath', 'test/web/actions.e2e-spec.ts']],
    [['--watch']],
    [['-o']],
  ])('has one suite for each file: %j', async (args) => {
    expect((await filesOf(args)).sort()).toEqual(everyFile());
  });

  it('can name a suite of several files, as a rerun of failed tests does', async () => {
    const args = ['--runTestsByPath', '/r/test/.suites/part/stories/web-1.mjs'];

    expect(await filesOf(args)).toEqual(await filesOf([]));
  });
});

function orderOf(tests: readonly Test[]): string[] {
  const context = {
    config: { cache: false },
    hasteFS: { getSize: (path: string) => tests.find((test) => test.path === path)?.bytes },
  };
  const sorted = new SuiteSequencer({}).sort(tests.map(({ path }) => ({ path, context })));
  return sorted.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

function filesIn(suite: string): string[] {
  return [...suite.matchAll(/"[^"]*\/((?:test|apps)\/[^"]*)"/g)].map(([, file = '']) => file);
}

function everyFile(): string[] {
  const names = ['apps', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return names
    .filter((name) => /^test\/.*\.e2e-spec\.ts$|^apps\/[^/]+\/src\/.*\.spec\.ts$/.test(name))
    .sort();
}
