import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { until } from './until.js';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Runs work that several test processes might start at once: one runs it while others wait. */
export async function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const lock = `${FOLDER}authnest-${name}.lock`;
  await mkdir(FOLDER, { recursive: true });
  await until(`${name} is free`, () => take(lock));
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => '0'));
    // 0 if the file is still being written, or was just removed.
    if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
