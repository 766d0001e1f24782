import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const fromRoot = (path: string): string => new URL(`../../../${path}`, import.meta.url).href;

/** Runs a process that loads the identity provider and then runs `code`; returns its output. */
async function printed(code = ''): Promise<{ stdout: string; stderr: string }> {
  const script = `await import('${fromRoot('apps/identity-provider/src/index.ts')}'); ${code}`;
  const args = ['--import', fromRoot('test/support/typescript.mjs'), '--input-type=module'];
  const cwd = fileURLToPath(fromRoot('.'));
  const env = { ...process.env, NODE_OPTIONS: '--no-warnings' };
  return promisify(execFile)(process.execPath, [...args, '--eval', script], { cwd, env });
}

describe('the identity provider', () => {
  it('prints no warning while it is loaded (U22)', async () => {
    expect(await printed()).toEqual({ stdout: '', stderr: '' });
  });

  it('does not hide warnings that other modules print later (U22)', async () => {
    const { stderr } = await printed(`console.warn('disk almost full');`);

    expect(stderr).toBe('disk almost full\n');
  });
});
