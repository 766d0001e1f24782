import { adapterOperations, type AuthConfig, AuthModule } from '@authnest/core';
import { Test } from '@nestjs/testing';
import {
  anchorsOf,
  guides,
  isInRoot,
  quotedFiles,
  readFromRoot,
  relativeLinks,
  sectionOf,
  siteLinks,
} from './support/guides.js';
import { raisedErrorTypes } from './support/raised-error-types.js';
import { SECRET } from './support/test-app.js';

const documents = guides();

describe.each(documents)('$path', (document) => {
  it('links to files and headings that exist', () => {
    const links = [...relativeLinks(document), ...siteLinks(document)];
    const broken = links.filter(
      ({ path, anchor }) =>
        !isInRoot(path) || (anchor !== '' && !anchorsOf(readFromRoot(path)).includes(anchor)),
    );

    expect(broken).toEqual([]);
  });

  it('has no two headings with the same anchor', () => {
    const anchors = anchorsOf(document.text);

    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) < index)).toEqual([]);
  });

  it('contains the same code as the compiled samples', () => {
    for (const { source, code } of quotedFiles(document)) {
      expect(code.trim()).toBe(readFromRoot(source).trim());
    }
  });
});

describe('samples that add to types', () => {
  const samples = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```ts\n(.*?)\n```/gms)]
      .map(([, code = '']) => ({ path, code }))
      .filter(({ code }) => code.includes('declare module')),
  );

  // In a file without an import, `declare module` replaces all types of the package.
  it('import the package', () => {
    expect(samples.map(({ path }) => path)).toContain('docs/sessions.md');
    expect(
      samples.filter(
        ({ code }) => !/^import (?:.* from )?'@authnest\/(?:core|client)';/m.test(code),
      ),
    ).toEqual([]);
  });
});

describe('README.md', () => {
  it('contains one sample of at most 32 lines, which the tests start', () => {
    const [readme] = documents;
    const samples = [...(readme?.text ?? '').matchAll(/^```ts$/gm)];

    expect(samples).toHaveLength(1);
    expect(readme && quotedFiles(readme).map(({ source }) => source)).toEqual([
      'test/fixtures/readme-sample.ts',
    ]);
    const lines = readFromRoot('test/fixtures/readme-sample.ts').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(32);
  });
});

describe('docs/configuration.md', () => {
  const text = readFromRoot('docs/configuration.md');

  it('has a row for every option, and describes members there or in a section', async () => {
    const options = await knownOptions();

    expect(options).toContain('session.absoluteMaxAge');
    const missing = options.filter((option) => {
      const [name = '', member] = option.split('.');
      const row = text.split('\n').find((line) => line.startsWith('|') && mentions(line, name));
      return !row || (member && !mentions(row + sectionOf(text, `### ${name}`), member));
    });
    expect(missing).toEqual([]);
  });

  function mentions(place: string, name: string): boolean {
    return place.includes(`\`${name}\``) || place.includes(`\`${name}(`);
  }
});

describe('docs/adapters.md', () => {
  it('describes every operation', () => {
    const text = readFromRoot('docs/adapters.md');

    expect(adapterOperations.filter((operation) => !text.includes(`\`${operation}(`))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const text = readFromRoot('docs/errors.md');

  it('has a heading for every type that is raised', () => {
    const anchors = anchorsOf(text);
    const raised = raisedErrorTypes();

    expect(raised).toContain('AdapterError');
    expect(raised.filter((type) => !anchors.includes(type.toLowerCase()))).toEqual([]);
  });

  it('has no heading for a type that is not raised', () => {
    const known = new Set(raisedErrorTypes());
    const headings = [...text.matchAll(/^### (\S+)$/gm)].map(([, type = '']) => type);

    expect(headings.filter((type) => !known.has(type))).toEqual([]);
  });
});

/** Returns the options that an application lists at startup if one does not exist. */
async function knownOptions(): Promise<string[]> {
  const options = await knownIn({ unknown: true });
  const ofMembers = await Promise.all(
    options.map(async (option) => {
      const members = await knownIn({ [option]: { unknown: true } }, `${option}.`);
      return members.map((member) => `${option}.${member}`);
    }),
  );
  return [...options, ...ofMembers.flat()];
}

async function knownIn(wrong: object, at = ''): Promise<string[]> {
  const config = { secret: SECRET, providers: [], ...wrong } as AuthConfig;
  const start = Test.createTestingModule({ imports: [AuthModule.forRoot(config)] }).compile();
  const message = await start.then(
    () => '',
    (error: Error) => error.message,
  );
  const known = message.split(`${at}unknown: there is no such option; known options: `)[1] ?? '';
  const [names = ''] = known.split(/[\n;]/);
  return names === '' ? [] : names.split(', ');
}
