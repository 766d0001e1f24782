// Module hooks that make every function of the core report its calls.
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const BUNDLE = /\/authnest-bundles\/[^/]+\/core\.mjs$/;
const CORE = /\/libs\/core\/src\/(.*)$/;

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!BUNDLE.test(url)) return loaded;
  const map = new SourceMap(JSON.parse(await readFile(`${fileURLToPath(url)}.map`, 'utf8')));
  return { ...loaded, source: instrumented(String(loaded.source), map) };
}

function instrumented(source, map) {
  const parsed = ts.createSourceFile('bundle.mjs', source, ts.ScriptTarget.Latest, true);
  const insertions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { line, character } = parsed.getLineAndCharacterOfPosition(node.getStart());
      const [, file] = CORE.exec(map.findEntry(line, character).originalSource ?? '') ?? [];
      const place = `${nameOf(node)}@${line}:${character}`;
      if (file) insertions.push(...reportIn(node.body, file, place));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return insertedInto(source, insertions);
}

/** Returns the name of a function, or of the variable or member that it is assigned to. */
function nameOf({ name, parent }) {
  const named = name ?? parent?.name;
  return named && ts.isIdentifier(named) ? named.text : '';
}

/** Returns code to insert at the start of a body, or around the result of an arrow function. */
function reportIn(body, file, place) {
  const report = `globalThis.walks.enter(${JSON.stringify(file)}, '${place}')`;
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, text: `${report};` }];
  return [
    { at: body.getStart(), text: `(${report}, ` },
    { at: body.getEnd(), text: ')' },
  ];
}

/** Inserts from the end, so that no insertion moves another; at one place, the inner one first. */
function insertedInto(source, insertions) {
  const ordered = insertions.map((one, order) => ({ ...one, order }));
  ordered.sort((one, other) => other.at - one.at || other.order - one.order);
  return ordered.reduce(
    (text, { at, text: added }) => text.slice(0, at) + added + text.slice(at),
    source,
  );
}
