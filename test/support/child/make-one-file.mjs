// `node make-one-file.mjs script.ts folder` writes a script and all that it imports as `script.mjs`, and
// what it loads late as files beside it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { build } from 'rolldown';
import { SWC_OPTIONS } from '../swc-options.mjs';

const [script, dir] = process.argv.slice(2);
const libs = fileURLToPath(new URL('../../../libs', import.meta.url));

await build({
  input: { script },
  platform: 'node',
  // Most of what a start costs. The rest, such as drivers with binaries, stays where it is.
  external: /^(?!@authnest\/|@nestjs\/|rxjs|tslib|typeorm|reflect-metadata|[./])/,
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  plugins: [{ name: 'authnest', resolveId, transform: transformSource }],
  output: { dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
  logLevel: 'silent',
});

function resolveId(specifier) {
  const [, library] = /^@authnest\/([^/]+)$/.exec(specifier) ?? [];
  return library ? join(libs, library, 'src/index.ts') : null;
}

async function transformSource(code, path) {
  if (!/\.tsx?$/.test(path)) return null;
  const output = await transform(code, { ...SWC_OPTIONS, filename: path });
  return { code: output.code, moduleType: 'js' };
}
