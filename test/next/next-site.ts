import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHROMIUM } from '../browser/chromium.js';
import { freePorts } from '../support/free-port.js';
import { isReachable } from '../support/is-reachable.js';
import { OwnProcess } from '../support/own-process.js';
import type { Service } from '../support/services.js';
import { PASSWORD, SECRET } from '../support/test-app.js';

const SITE = fileURLToPath(new URL('site', import.meta.url));
const NEXT = join(SITE, 'node_modules/next/dist/bin/next');

/** Next.js and a browser. Next.js is large, and only this story needs it: it is installed apart. */
export const NEXT_IN_CHROMIUM: Service = existsSync(NEXT)
  ? CHROMIUM
  : {
      name: 'Next.js',
      problem: 'Next.js is missing: install it (npm --prefix test/next/site ci).',
    };

/** A built Next.js application with `next-auth`, which forwards `/auth` and `/orders` to Nest. */
export class NextSite {
  private constructor(
    private readonly folder: string,
    private readonly server: OwnProcess,
    readonly url: string,
    /** The port to which it forwards requests. */
    readonly nestPort: number,
  ) {}

  static async start(): Promise<NextSite> {
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
    await promisify(execFile)(process.execPath, [NEXT, 'build', SITE], { env });
    const server = new OwnProcess({
      command: [process.execPath, NEXT, 'start', SITE, '-p', `${port}`, '-H', 'localhost'],
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
