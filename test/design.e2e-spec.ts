import { guides, readFromRoot } from './support/guides.js';
import {
  type Citation,
  citationsIn,
  idsOf,
  isThere,
  rowsInTitles,
  sourceFiles,
  testFiles,
} from './support/design-notes.js';

const BAR = 'docs/design/security-bar.md';

const SOURCES = sourceFiles()
  .filter((file) => !file.endsWith('design.e2e-spec.ts'))
  .map((file) => ({ file, text: readFromRoot(file) }));

describe('docs/design', () => {
  it('contains every id that code and tests cite', () => {
    const cited = SOURCES.flatMap(({ file, text }) => citationsIn(file, text));

    expect(cited.length).toBeGreaterThan(300);
    expect(cited.filter((citation) => !isThere(citation))).toEqual([]);
  });

  it('contains every id that the documents cite', () => {
    const cited = guides().flatMap(({ path, text }) => [
      ...citationsIn(path, text),
      ...decisionsIn(path, text),
    ]);

    expect(cited.filter((citation) => !isThere(citation))).toEqual([]);
  });

  it('is always cited in the same form', () => {
    const other =
      /@see (?:the )?(?:specification|wire contract|security bar|design )|design decision/;

    expect(SOURCES.filter(({ text }) => other.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('contains each row of the security bar only once', () => {
    const rows = [...readFromRoot(BAR).matchAll(/^\| ([A-Z]{1,2}\d+b?) +\|/gm)].map(
      ([, row]) => row,
    );

    expect(rows.length).toBe(idsOf(BAR).size);
  });

  it('has a test for every row of the security bar that is not open', () => {
    const named = new Set(testFiles().flatMap((file) => rowsInTitles(readFromRoot(file))));

    expect(defended().filter((row) => !named.has(row))).toEqual([]);
  });

  it('contains every row of the security bar that a test title contains', () => {
    const rows = idsOf(BAR);
    const unknown = testFiles().flatMap((file) =>
      rowsInTitles(readFromRoot(file))
        .filter((row) => !rows.has(row))
        .map((row) => `${file}: ${row}`),
    );

    expect(unknown).toEqual([]);
  });
});

describe('a citation', () => {
  it('can refer to a section, a step, a rule, a row, or a range of them', () => {
    const text =
      '@see docs/design/a.md 7.2 steps 4 to 5, CK-5, 3.1; docs/design/b.md A09 to A10, N1b';

    expect(citationsIn('file', text).map(({ document, id }) => `${document} ${id}`)).toEqual([
      'docs/design/a.md 7.2 step 4',
      'docs/design/a.md 7.2 step 5',
      'docs/design/a.md CK-5',
      'docs/design/a.md 3.1',
      'docs/design/b.md A09',
      'docs/design/b.md A10',
      'docs/design/b.md N1b',
    ]);
  });

  it('is reported if it refers to something that does not exist', () => {
    const text = 'docs/design/nothing.md 1, docs/design/security-bar.md A99, docs/nothing.md';

    expect(citationsIn('file', text).filter(isThere)).toEqual([]);
  });
});

/** Returns the rows that need a test; those that begin with `O` are checked after every test. */
function defended(): string[] {
  const lines = readFromRoot(BAR).split('\n');
  return lines
    .filter((line) => !line.includes('**open**'))
    .flatMap(
      (line) => /^\| ((?:[A-IN-Z]|ID|RQ|HO|DT|RP|NW|AT|BT|CT)\d+b?) +\|/.exec(line)?.[1] ?? [],
    )
    .filter((row) => !row.startsWith('O'));
}

function decisionsIn(file: string, text: string): Citation[] {
  return [...text.matchAll(/\bdecision (\d+)\b/g)].map(([, id = '']) => ({
    file,
    document: 'docs/design/decisions.md',
    id,
  }));
}
