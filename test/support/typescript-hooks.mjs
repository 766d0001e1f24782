// Module hooks that let Node run our sources as Jest does: compiled by swc, `@authnest/*` mapped.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import jestConfig from '../../jest.config.mjs';

const [, options] = jestConfig.transform['\\.tsx?$'];
const LIBRARY = /^@authnest\/([^/]+)$/;

export async function resolve(specifier, context, nextResolve) {
  const [, library] = LIBRARY.exec(specifier) ?? [];
  if (library) {
    const url = new URL(`../../libs/${library}/src/index.ts`, import.meta.url);
    return { url: url.href, format: 'module', shortCircuit: true };
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const script = new URL(specifier, context.parentURL);
    for (const extension of ['.ts', '.tsx']) {
      const url = new URL(script.href.replace(/\.js$/, extension));
      if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!/\.tsx?$/.test(url)) return nextLoad(url, context);
  const { code } = await transformFile(fileURLToPath(url), { ...options, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
