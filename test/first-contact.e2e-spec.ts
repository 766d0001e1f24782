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
  it('prints no engine warning, as every package supports this version of Node (U22)', async () => {
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts'];
    const { stderr } = await promisify(execFile)('npm', args, { cwd: root });

    expect(stderr.split('\n').filter((line) => line.includes('EBADENGINE'))).toEqual([]);
  });

  it('leaves no install script undecided: package.json allows or denies each (U22)', () => {
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));

    expect(withScript).toContain('better-sqlite3');
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});
