import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInRoot, readFromRoot } from './guides.js';

/** A reference in a file to a document, or to an id in `docs/design`. */
export interface Citation {
  readonly file: string;
  /** The path from the root of the repository. */
  readonly document: string;
  readonly id: string;
}

const PART = String.raw`(?:\d+(?:\.\d+)? steps? \d+(?: to \d+)?|[A-Z]+-?\d+b?(?: to [A-Z]+-?\d+b?)?|\d+(?:\.\d+)?)`;
const CITED = new RegExp(
  String.raw`(?<![\w/.-])(docs/[\w/-]+\.md)(?: (${PART}(?:, ${PART})*))?`,
  'g',
);
const ROW = String.raw`(?:[A-J]\d\d|K(?:3[89]|4\d|5[012]|7[2349]|8[02])|O\d|[SNVQU]\d{1,2}b?|(?:AT|BT|CT|FT|GT|HT|JT|LT|ID|RQ|HO|DT|RP|NW)\d{1,2})`;

/** Returns the paths of all sources and tests. */
export function sourceFiles(): string[] {
  return ['libs', 'apps', 'test', 'bench']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/node_modules|\bdist\b/.test(path));
}

/** Returns the citations in a file; the id is empty if a whole document is cited. */
export function citationsIn(file: string, text: string): Citation[] {
  const joined = text.replace(/\n\s*\* +/g, ' ');
  return [...joined.matchAll(CITED)].flatMap(([, document = '', ids]) =>
    ids === undefined
      ? [{ file, document, id: '' }]
      : ids
          .split(', ')
          .flatMap(expanded)
          .map((id) => ({ file, document, id })),
  );
}

/** Returns the ids in a document: its sections, their steps, and the rows of its tables. */
export function idsOf(document: string): Set<string> {
  const ids = new Set<string>();
  let section = '';
  for (const line of readFromRoot(document).split('\n')) {
    const [, heading] = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line) ?? [];
    if (heading !== undefined) ids.add((section = heading));
    const [, step] = /^(\d+)\. /.exec(line) ?? [];
    if (step !== undefined) ids.add(`${section} step ${step}`);
    const [, row] = /^\| ([A-Z]+-?\d+b?|\d+(?:\.\d+)?) +\|/.exec(line) ?? [];
    if (row !== undefined) ids.add(row);
    for (const [, rule = ''] of line.matchAll(/(?:^|\. )([A-Z]+-\d+):/g)) ids.add(rule);
  }
  return ids;
}

/** Whether the cited document exists and contains the cited id, if there is one. */
export function isThere({ document, id }: Citation): boolean {
  return isInRoot(document) && (id === '' || idsOf(document).has(id));
}

/** Returns the row ids in test titles, at the beginning or in brackets at the end. */
export function rowsInTitles(text: string): string[] {
  const begin = new RegExp(String.raw`['"\x60](${ROW}(?:,? ${ROW})*)[ :]`, 'g');
  const end = new RegExp(String.raw`\((${ROW}(?:(?:,| and)? ${ROW})*)\)['"\x60]`, 'g');
  return [...text.matchAll(begin), ...text.matchAll(end)].flatMap(
    ([, rows = '']) => rows.match(new RegExp(ROW, 'g')) ?? [],
  );
}

/** Returns the files in which titles contain row ids: tests, tables of cases, and contracts. */
export function testFiles(): string[] {
  return sourceFiles().filter((file) => /spec\.tsx?$|^test\/|contract/.test(file));
}

function expanded(part: string): string[] {
  const [, of, first = '', last] = /^(?:(.+) steps? )?(\S+)(?: to (\S+))?$/.exec(part) ?? [];
  const [, letters = '', from = ''] = /^(\D*)(.*)$/.exec(first) ?? [];
  if (last === undefined) return [of === undefined ? first : `${of} step ${first}`];
  const to = Number(last.replace(/^\D+/, ''));
  const numbers = Array.from({ length: to - Number(from) + 1 }, (_, index) => Number(from) + index);
  return numbers.map((number) => {
    const digits = letters + String(number).padStart(from.length, '0');
    return of === undefined ? digits : `${of} step ${number}`;
  });
}
