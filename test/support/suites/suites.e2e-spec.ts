import { readdirSync } from 'node:fs';
import { isInRoot, readFromRoot } from '../guides.js';

interface Test {
  readonly path: string;
  readonly bytes?: number;
}
/** JavaScript, since Jest's configuration loads it. */
const modules = ['story-match', 'suite-sequencer'].map((name) => import(`./${name}.mjs`));
const [{ storyMatch }, { default: SuiteSequencer }] = (await Promise.all(modules)) as [
  { storyMatch(args: string[]): Promise<string[]> },
  { default: new (options: object) => { sort(tests: object[]): Test[] } },
];

describe('a run of all tests', () => {
  it('tells each story once: alone, or in a suite', async () => {
    const matched = await storyMatch(['--ci', '--json', '--outputFile=results.json']);

    const paths = matched.map((pattern) => pattern.replace('<rootDir>/', ''));
    const suites = paths.filter((path) => path.startsWith('test/.suites/'));
    const told = suites.flatMap((suite) => storiesIn(readFromRoot(suite)));
    const alone = paths.filter((path) => !suites.includes(path));
    expect(suites.length).toBeGreaterThan(10);
    expect([...told, ...alone].sort()).toEqual(everyStory());
    expect(suites.every(isInRoot)).toBe(true);
  });

  it('has stories that wait beside suites that compute, and small files at its end', () => {
    const order = orderOf([
      { path: '/r/libs/core/src/b.spec.ts', bytes: 900 },
      { path: '/r/test/.suites/part/web-1.mjs', bytes: 10 },
      { path: '/r/test/data/races.e2e-spec.ts', bytes: 500 },
      { path: '/r/libs/core/src/a.spec.ts', bytes: 1000 },
      { path: '/r/test/redis/failover.e2e-spec.ts', bytes: 400 },
      { path: '/r/test/.suites/part/web-2.mjs', bytes: 20 },
    ]);

    expect(order).toEqual([
      'web-2.mjs',
      'races.e2e-spec.ts',
      'web-1.mjs',
      'a.spec.ts',
      'failover.e2e-spec.ts',
      'b.spec.ts',
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
  ])('has a suite for each story: %j', async (args) => {
    expect(await storyMatch(args)).toEqual(['<rootDir>/test/**/*.e2e-spec.ts']);
  });

  it('may name suites of several stories, as that of what failed before does', async () => {
    const args = ['--runTestsByPath', '/r/test/.suites/part/web-1.mjs'];

    expect(await storyMatch(args)).toEqual(await storyMatch([]));
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

function storiesIn(suite: string): string[] {
  return [...suite.matchAll(/"[^"]*\/(test\/[^"]*)"/g)].map(([, story = '']) => story);
}

function everyStory(): string[] {
  const names = readdirSync(new URL('../..', import.meta.url), { recursive: true }) as string[];
  const stories = names.filter((name) => name.endsWith('.e2e-spec.ts'));
  return stories.map((name) => `test/${name}`).sort();
}
