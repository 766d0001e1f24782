import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHROMIUM } from '../browser/chromium.js';
import { emitClient } from '../client/emit-client.js';
import { freePorts } from '../support/free-port.js';
import { isReachable } from '../support/is-reachable.js';
import { OwnProcess } from '../support/own-process.js';
import type { Service } from '../support/services.js';
import { PASSWORD, SECRET } from '../support/test-app.js';

const SITE = fileURLToPath(new URL('site', import.meta.url));
const FRONT = fileURLToPath(new URL('front', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../libs/client', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const NEXT = join(SITE, 'node_modules/next/dist/bin/next');

/** Next.js and a browser. Next.js is large, and only this story needs it: it is installed apart. */
export const NEXT_IN_CHROMIUM: Service = existsSync(NEXT)
  ? CHROMIUM
  : {
      name: 'Next.js',
      problem: 'Next.js is missing: install it (npm --prefix test/next/site ci).',
    };

/** The component that the guide shows for React, as a client component. */
async function copySample(): Promise<void> {
  const sample = await readFile('test/client/samples/react/account.tsx', 'utf8');
  await writeFile(join(SITE, 'app/client/account.tsx'), `'use client';\n${sample}`);
}

/** A built Next.js application, which forwards `/auth` to Nest; by default the one with `next-auth`. */
export class NextSite {
  private constructor(
    private readonly folder: string,
    private readonly server: OwnProcess,
    readonly url: string,
    /** The port to which it forwards requests. */
    readonly nestPort: number,
  ) {}

  static async start(site = SITE): Promise<NextSite> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-next-'));
    const [port = 0, nestPort = 0] = await freePorts(2);
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      NEXT_TELEMETRY_DISABLED: '1',
      AUTH_SECRET: SECRET,
      SITE_PASSWORD: PASSWORD,
      NEST_URL: `http://127.0.0.1:${nestPort}`,
    };
    if (site === SITE) await Promise.all([emitClient(SITE), copySample()]);
    await promisify(execFile)(process.execPath, [NEXT, 'build', site], { env });
    const server = new OwnProcess({
      command: [process.execPath, NEXT, 'start', site, '-p', `${port}`, '-H', 'localhost'],
      folder,
      env,
      isReady: () => isReachable('localhost', port),
    });
    await server.start();
    return new NextSite(folder, server, `http://localhost:${port}`, nestPort);
  }

  async close(): Promise<void> {
    await this.server.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Assembles the front end of the guide, with the compiled client, where it finds Next.js.
 * @returns its folder, to be removed afterwards
 */
export async function assembleFront(): Promise<string> {
  const folder = await mkdtemp(join(SITE, '.front-'));
  const client = join(folder, 'node_modules/@authnest/client');
  await cp(FRONT, folder, { recursive: true });
  await cp(join(CLIENT, 'package.json'), join(client, 'package.json'));
  const compile = [
    TSC,
    '-p',
    join(CLIENT, 'tsconfig.build.json'),
    '--outDir',
    join(client, 'dist'),
  ];
  await promisify(execFile)(process.execPath, [...compile, '--composite', 'false']);
  return folder;
}
