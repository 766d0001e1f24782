/** What a static host would serve; bundled at each start, so that `npm start` needs no other step. */
export async function bundlePage(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: ['apps/example/src/other-origin/page.tsx'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
