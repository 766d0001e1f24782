// Lets option types accept an explicit `undefined`, which means the default, in applications with
// `exactOptionalPropertyTypes`. Written into the declarations and not into the sources: without
// that flag, which we do not use, `| undefined` on every member would say nothing.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';

/** In core, most other types are records: users, sessions, rows. */
const OF_CORE = /^(?:config\/options|provider)\/|^model\/theme\.|^auth\.module-definition\./;

/** @param folder contains the declarations of one library, which are changed in place */
export async function acceptUndefined(folder) {
  const isCore = basename(dirname(folder)) === 'core';
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.d.ts') && !name.startsWith('cjs'))) {
    if (isCore && !OF_CORE.test(file)) continue;
    const declarations = await readFile(join(folder, file), 'utf8');
    const changed = withUndefined(declarations);
    if (changed !== declarations) await writeFile(join(folder, file), changed);
  }
}

/** Adds `| undefined` to the optional members of interfaces and object types. */
function withUndefined(declarations) {
  const file = ts.createSourceFile('.d.ts', declarations, ts.ScriptTarget.Latest);
  const insertions = [];
  const visit = (node) => {
    if (ts.isPropertySignature(node) && node.questionToken && node.type && !allows(node.type)) {
      const isOpen = ts.isFunctionTypeNode(node.type) || ts.isConditionalTypeNode(node.type);
      if (isOpen) insertions.push({ at: node.type.getStart(file), text: '(' });
      insertions.push({ at: node.type.end, text: `${isOpen ? ')' : ''} | undefined` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return insertions
    .sort((one, other) => other.at - one.at)
    .reduce(
      (text, { at, text: added }) => text.slice(0, at) + added + text.slice(at),
      declarations,
    );
}

function allows(type) {
  const members = ts.isUnionTypeNode(type) ? type.types : [type];
  return members.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);
}
