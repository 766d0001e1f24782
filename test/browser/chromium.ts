import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { Service } from '../support/services.js';

/** Prefers the headless shell, which has no windows: a page takes a quarter of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** No sandbox, since CI runs as root; and no background network requests. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of Chromium; undefined if it is not installed. */
export const executablePath = findChromium();

/** Chromium as a service that tests require. */
export const CHROMIUM: Service = {
  name: 'Chromium',
  problem: executablePath
    ? undefined
    : 'Chromium is missing: install it (apt-get install chromium-headless-shell), or set CHROMIUM_PATH.',
};

/** Starts a headless browser. @param flags - in addition to those that every test needs */
export function launchChromium(...flags: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  // A configured path that does not exist is reported as an error, not replaced by another path.
  if (CHROMIUM_PATH) return [CHROMIUM_PATH].find(isExecutable);
  const folders = ['/usr/bin', ...PATH.split(delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
