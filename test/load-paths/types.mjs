// Compiles an import of every package as projects do that are set up in one way or another.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const { Node10, Node16, NodeNext, Bundler } = ts.ModuleResolutionKind;

/** How a project finds declarations. Nest wrote `module: commonjs` for years, which reads no export map. */
const SETTINGS = {
  'commonjs, node10': ['importer.cts', ts.ModuleKind.CommonJS, Node10],
  bundler: ['importer.mts', ts.ModuleKind.ESNext, Bundler],
  'node16, import': ['importer.mts', ts.ModuleKind.Node16, Node16],
  'node16, require': ['importer.cts', ts.ModuleKind.Node16, Node16],
  'nodenext, import': ['importer.mts', ts.ModuleKind.NodeNext, NodeNext],
  'nodenext, require': ['importer.cts', ts.ModuleKind.NodeNext, NodeNext],
};

/** @returns problem by setting; empty where there is none */
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
