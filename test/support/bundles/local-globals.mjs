// Jest runs the code of a suite in a context of its own, where a global variable is a call into the
// context: 25 times what a variable of a module costs. Each bundle begins with variables of its own.

/** What no test replaces. */
const NAMES = [
  'Array',
  'BigInt',
  'Boolean',
  'Buffer',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'TypeError',
  'Uint8Array',
  'WeakMap',
  'WeakSet',
];

/** The first line of a CommonJS bundle; that of `reflect-metadata` declares a `Reflect` of its own. */
export const LOCAL_GLOBALS = `const { ${NAMES.join(', ')} } = globalThis;`;

/** The first line of a bundle of ES modules. */
export const LOCAL_GLOBALS_OF_MODULES = LOCAL_GLOBALS.replace('{', '{ Reflect,');
