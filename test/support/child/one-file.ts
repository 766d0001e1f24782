import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const maker = fileURLToPath(new URL('./make-one-file.mjs', import.meta.url));
/** Beside the packages, from where the file finds those that are not in it. */
const parent = fileURLToPath(
  new URL('../../../node_modules/.cache/authnest-children/', import.meta.url),
);

/** A script as one file, for who starts it often: reading its modules is most of what a start costs. */
export class OneFile {
  private constructor(private readonly folder: string) {}

  /** @param script - as of `new URL('./x.child.ts', import.meta.url)` */
  static async of(script: URL): Promise<OneFile> {
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(parent);
    await run(process.execPath, [maker, fileURLToPath(script), folder], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return new OneFile(folder);
  }

  get url(): URL {
    return pathToFileURL(join(this.folder, 'script.mjs'));
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
