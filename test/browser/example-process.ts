import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { oneFileOf } from '../support/child/one-file.js';
import { IS_WHOLE } from '../support/effort.js';
import { freePorts } from '../support/free-port.js';
import { oneAtATime } from '../support/one-at-a-time.js';
import type { Platform } from '../support/test-app.js';
import { isBuilt } from './is-built.js';

const SOURCE = new URL('../../apps/example/src/main.ts', import.meta.url);
const BUILT = 'dist/apps/example/src/main.js';

/** The example in a separate process, with its own ports and data. */
export class ExampleProcess {
  private process?: ChildProcess;

  private constructor(
    private readonly script: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
    readonly url: string,
    readonly issuer: string,
    /** The URL of the page that lists the mails. */
    readonly inbox: string,
    /** The URL of the page on another origin. */
    readonly pages: string,
  ) {}

  static async start(platform: Platform): Promise<ExampleProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-example-'));
    const [port, providerPort, inboxPort, smtpPort, pagesPort] = await freePorts(5);
    const env = {
      ...plainEnvironment(),
      DATABASE_URL: `sqlite:${join(folder, 'example.sqlite')}`,
      EXAMPLE_PLATFORM: platform,
      IDP_PORT: `${providerPort}`,
      INBOX_PORT: `${inboxPort}`,
      PAGES_PORT: `${pagesPort}`,
      SMTP_PORT: `${smtpPort}`,
      PORT: `${port}`,
    };
    const example = new ExampleProcess(
      IS_WHOLE ? await built() : await fromSources(),
      env,
      folder,
      `http://localhost:${port}`,
      `http://127.0.0.1:${providerPort}`,
      `http://127.0.0.1:${inboxPort}`,
      `http://localhost:${pagesPort}`,
    );
    await example.run();
    return example;
  }

  /** Stops the server with SIGTERM, and starts it again with the same data. */
  async restart(): Promise<void> {
    await this.stop();
    await this.run();
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
  }

  private async run(): Promise<void> {
    this.process = spawn(process.execPath, [this.script], { env: this.env });
    await untilReady(this.process);
  }
}

/** Compiles only the client, whose files the example sends to browsers. */
async function fromSources(): Promise<string> {
  await oneAtATime('build-client', async () => {
    const compile = ['tsc', '-b', 'libs/client/tsconfig.build.json'];
    await promisify(execFile)('npx', compile, { env: plainEnvironment() });
  });
  return oneFileOf(SOURCE);
}

/** Compiles the example like `npm start`, unless it is up to date; one process at a time. */
async function built(): Promise<string> {
  await oneAtATime('build-example', async () => {
    if (await isBuilt()) return;
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { env: plainEnvironment() });
  });
  return BUILT;
}

/** Returns an environment without our variables, as the example needs none. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Stop with Ctrl+C')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the example ended with ${code}:\n${output}`)));
  });
}
