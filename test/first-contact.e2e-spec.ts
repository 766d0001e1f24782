import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readFromRoot } from './support/guides.js';

interface LockedPackage {
  readonly hasInstallScript?: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = JSON.parse(readFromRoot('package-lock.json')) as {
  packages: Record<string, LockedPackage>;
};
const { allowScripts } = JSON.parse(readFromRoot('package.json')) as {
  allowScripts: Record<string, boolean>;
};

describe('npm ci', () => {
  it('prints no engine warning: every package accepts the Node that is used here (U22)', async () => {
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts'];
    const { stderr } = await promisify(execFile)('npm', args, { cwd: root });

    expect(stderr.split('\n').filter((line) => line.includes('EBADENGINE'))).toEqual([]);
  });

  it('asks about no install script: each is allowed or denied in package.json (U22)', () => {
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));

    expect(withScript).toContain('better-sqlite3');
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});
