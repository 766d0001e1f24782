import { build, stop } from 'esbuild';
import { gzipSync } from 'node:zlib';

/** The sources of the entries. */
export const ALIASES = Object.fromEntries(
  ['', '/passkey', '/react', '/vue', '/svelte', '/angular'].map((path) => [
    `@authnest/client${path}`,
    `./libs/client/src/${path.slice(1) || 'index'}.ts`,
  ]),
);

/** Bundles code that imports `@authnest/client` for a browser. @param external - packages left out */
export async function bundled(contents: string, external: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    alias: ALIASES,
    external,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  }).finally(() => void stop());
  return outputFiles?.[0]?.text ?? '';
}

/** Bytes of code after gzip, as a server sends it. */
export function zipped(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
