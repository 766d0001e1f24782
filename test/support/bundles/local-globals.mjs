// Jest runs each suite in a separate context, in which reading a global variable takes 25 times as
// long as reading a module's variable. So each bundle declares variables for common globals.

/** Globals that no test replaces. */
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

/** The first line of a CommonJS bundle, without `Reflect`, which `reflect-metadata` declares. */
export const LOCAL_GLOBALS = `const { ${NAMES.join(', ')} } = globalThis;`;

/** The first line of a bundle of ES modules. */
export const LOCAL_GLOBALS_OF_MODULES = LOCAL_GLOBALS.replace('{', '{ Reflect,');
