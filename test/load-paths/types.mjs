// Compiles an import of every package with the module settings that projects use.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const { Node10, Node16, NodeNext, Bundler } = ts.ModuleResolutionKind;

/** Module settings. For years, Nest's default was `commonjs`, which does not read `exports`. */
const SETTINGS = {
  'commonjs, node10': ['importer.cts', ts.ModuleKind.CommonJS, Node10],
  bundler: ['importer.mts', ts.ModuleKind.ESNext, Bundler],
  'node16, import': ['importer.mts', ts.ModuleKind.Node16, Node16],
  'node16, require': ['importer.cts', ts.ModuleKind.Node16, Node16],
  'nodenext, import': ['importer.mts', ts.ModuleKind.NodeNext, NodeNext],
  'nodenext, require': ['importer.cts', ts.ModuleKind.NodeNext, NodeNext],
};

/** Returns the problem for each setting; empty if there is none. */
export function typeProblems() {
  return Object.entries(SETTINGS).map(([setting, options]) => [setting, problems(...options)]);
}

function problems(file, module, moduleResolution) {
  const importer = fileURLToPath(new URL(file, import.meta.url));
  const options = {
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    ignoreDeprecations: '6.0',
    types: ['node'],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([importer], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}
