// Runs the TypeScript of the sources in a process of its own, as Jest runs it: compiled by swc,
// with decorators, and @authnest/* read from libs.
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

if (isMainThread) register(import.meta.url);

const libs = new URL('../../../libs/', import.meta.url);

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('@authnest/')) {
    const library = specifier.slice('@authnest/'.length);
    return next(new URL(`${library}/src/index.ts`, libs).href, context);
  }
  if (/^\..*\.js$/.test(specifier) && /\.tsx?$/.test(context.parentURL ?? '')) {
    for (const extension of ['.ts', '.tsx']) {
      const url = new URL(specifier.replace(/\.js$/, extension), context.parentURL);
      if (existsSync(url)) return next(url.href, context);
    }
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!/^file:.*\.tsx?$/.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      parser: { syntax: 'typescript', tsx: url.endsWith('x'), decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
