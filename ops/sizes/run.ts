// `ops/run sizes`: prints how large the libraries are, without specs, comments and blank lines.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const LONG = 30;
const files = execFileSync('git', ['ls-files', 'libs/*/src/*.ts', 'libs/*/src/*.tsx'], {
  encoding: 'utf8',
}).split('\n');

interface Sizes {
  /** Code lines, by file. */
  readonly lines: number[];
  readonly folders: Set<string>;
  functions: number;
  longFunctions: number;
  /** The most parameters of a constructor. */
  parameters: number;
  exports: number;
}

const libraries = new Map<string, Sizes>();

for (const file of files.filter((name) => name !== '' && !/\.spec\.tsx?$/.test(name))) {
  const [, library = '', , ...path] = file.split('/');
  const sizes: Sizes = libraries.get(library) ?? {
    lines: [],
    folders: new Set(),
    functions: 0,
    longFunctions: 0,
    parameters: 0,
    exports: 0,
  };
  libraries.set(library, sizes);
  if (path.length > 1) sizes.folders.add(path[0] ?? '');
  measure(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest), sizes);
}

function measure(source: ts.SourceFile, sizes: Sizes): void {
  const code = new Set<number>();
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (ts.isConstructorDeclaration(node)) {
      sizes.parameters = Math.max(sizes.parameters, node.parameters.length);
    }
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const { pos, end } = node.body as ts.Node;
      sizes.functions += 1;
      if (lineOf(end) - lineOf(pos) > LONG) sizes.longFunctions += 1;
    }
    if (ts.isExportSpecifier(node) && source.fileName.endsWith('/index.ts')) sizes.exports += 1;
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length > 0) return children.forEach(visit);
    for (let line = lineOf(node.getStart(source)); line <= lineOf(node.end); line += 1) {
      if (node.kind !== ts.SyntaxKind.EndOfFileToken) code.add(line);
    }
  };
  visit(source);
  sizes.lines.push(code.size);
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

console.table(
  Object.fromEntries(
    [...libraries].map(([library, sizes]) => [
      library,
      {
        'code lines': sum(sizes.lines),
        files: sizes.lines.length,
        'median file': median(sizes.lines),
        folders: sizes.folders.size,
        exports: sizes.exports,
        [`functions over ${LONG} lines`]: `${((100 * sizes.longFunctions) / sizes.functions).toFixed(1)} %`,
        'constructor parameters': sizes.parameters,
      },
    ]),
  ),
);
