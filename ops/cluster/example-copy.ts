import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OwnProcess } from '../../test/support/own-process.js';

/** Returns the script of the built example. */
export function builtExample(): string {
  return fileURLToPath(new URL('../../dist/apps/example/src/main.js', import.meta.url));
}

/** One of several processes that run the example. */
export class ExampleCopy {
  readonly url: string;
  readonly process: OwnProcess;

  constructor(script: string, port: number, folder: string, env: NodeJS.ProcessEnv) {
    this.url = `http://127.0.0.1:${port}`;
    this.process = new OwnProcess({
      command: [process.execPath, script],
      folder: join(folder, `copy-${port}`),
      env: { ...env, NODE_ENV: 'production', NO_COLOR: '1', PORT: `${port}` },
      isReady: () => this.isReady(),
    });
  }

  /** Checks readiness as a cluster's load balancer does. */
  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
