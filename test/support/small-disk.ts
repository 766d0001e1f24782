import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An in-memory disk for one test, which can be filled to the last byte. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp('/tmp/authnest-disk-');
    await run('mount', mountArguments(folder, megabytes));
    await chmod(folder, 0o755); // servers run as other users
    return new SmallDisk(folder);
  }

  async fill(): Promise<void> {
    const filling = run('dd', ['if=/dev/zero', `of=${this.filler}`, 'bs=4k']);
    const { stderr = '' } = await filling.catch((error: { stderr?: string }) => error);
    if (!stderr.includes('No space left')) throw new Error(`the disk is not full: ${stderr}`);
  }

  /** Frees the space again. */
  empty(): Promise<void> {
    return rm(this.filler, { force: true });
  }

  /** Removes the disk and its contents. */
  async unmount(): Promise<void> {
    await run('umount', [this.folder]);
    await rmdir(this.folder);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}

/** Whether disks can be mounted here, which requires root and fails in some containers. */
export const hasSmallDisks = canMount();

function canMount(): boolean {
  const folder = mkdtempSync('/tmp/authnest-disk-');
  try {
    execFileSync('mount', mountArguments(folder, 1), { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function mountArguments(folder: string, megabytes: number): string[] {
  return ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'authnest', folder];
}
