import { guides, isInRoot, libraries, readFromRoot } from './support/guides.js';

/** The contents of a `package.json`; any member may be missing. */
type Manifest = Record<string, unknown>;

const readManifest = (path: string): Manifest => JSON.parse(readFromRoot(path)) as Manifest;
const root = readManifest('package.json');

/** `types` first: TypeScript uses the first condition that matches. */
const way = (types: string, file: string): Manifest => ({ types, default: file });
const asModule = way('./dist/index.d.ts', './dist/bundle.js');
const asCommonJs = way('./dist/cjs/index.d.ts', './dist/bundle.cjs');

describe.each(libraries())('the package @authnest/%s', (library) => {
  const manifest = readManifest(`libs/${library}/package.json`);

  it('has a description, links to docs and issues, and keywords for its npm page (U10)', () => {
    const { homepage, bugs, license, engines, version } = root;
    const repository = { ...(root['repository'] as object), directory: `libs/${library}` };
    const name = `@authnest/${library}`;

    expect(manifest).toMatchObject({
      name,
      version,
      homepage,
      bugs,
      repository,
      license,
      engines,
      description: expect.stringMatching(/\w{3}/) as string,
      keywords: expect.arrayContaining(['nestjs', 'authentication']) as string[],
      publishConfig: { access: 'public' },
    });
  });

  it('has the licence of the repository, and a README that begins with its name (U10)', () => {
    expect(readFromRoot(`libs/${library}/LICENSE`)).toBe(readFromRoot('LICENSE'));
    expect(readFromRoot(`libs/${library}/README.md`)).toMatch(`# @authnest/${library}\n`);
  });

  if (library === 'client') {
    it('exports ES modules, each with its types', () => {
      const { './package.json': own, ...entries } = manifest['exports'] as Manifest;

      expect(own).toBe('./package.json');
      for (const [entry, files] of Object.entries(entries)) {
        const file = entry === '.' ? 'index' : entry.slice(2);
        expect(files).toEqual(way(`./dist/${file}.d.ts`, `./dist/${file}.js`));
        expect(isInRoot(`libs/client/src/${file}.ts`)).toBe(true);
      }
      const { main, types } = manifest;
      expect(entries['.']).toEqual(way(String(types), String(main)));
    });
    return;
  }

  it('exports one file for Node, and another for loaders without ES modules (U3)', () => {
    const { exports, ...rest } = manifest;

    // The order matters: Node supports all three conditions, and uses the first.
    expect(Object.entries((exports as { '.': Manifest })['.'])).toEqual([
      ['module-sync', asModule],
      ['require', asCommonJs],
      ['default', asModule],
    ]);
    expect(rest).toMatchObject({ main: asCommonJs['default'], types: asModule['types'] });
  });

  it('has no dependencies that exist only on this machine', () => {
    const ranges = ['dependencies', 'peerDependencies'].flatMap((kind) =>
      Object.values((manifest[kind] ?? {}) as Record<string, string>),
    );

    expect(ranges.filter((range) => !/^(?:[\^~>=\d.|]| )+$/.test(range))).toEqual([]);
  });
});

it('the guides install a version of ioredis that @authnest/redis supports', () => {
  const { peerDependencies } = readManifest('libs/redis/package.json');
  // Without a version npm installs the newest, which TypeORM may not accept; `npm ci` then fails.
  const [major] = /\d+/.exec((peerDependencies as Record<string, string>)['ioredis'] ?? '') ?? [];
  const commands = guides().flatMap(({ text }) => text.match(/^npm i .*\bioredis.*$/gm) ?? []);

  expect(commands.length).toBeGreaterThan(2);
  expect(commands.filter((command) => !command.includes(`ioredis@${major}`))).toEqual([]);
});

it('CHANGELOG.md has a heading for the version of the packages (U10)', () => {
  expect(readFromRoot('CHANGELOG.md')).toContain(`\n## ${String(root['version'])}\n`);
});
