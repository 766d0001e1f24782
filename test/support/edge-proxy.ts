import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { isReachable } from './is-reachable.js';
import { OwnProcess } from './own-process.js';
import type { Service } from './services.js';

/** How to start a reverse proxy that the Linux distribution provides. */
export interface Kind {
  readonly service: Service;
  readonly args: (folder: string) => readonly string[];
  readonly configuration: (
    ports: { near: number; far: string; hosts: readonly string[] },
    folder: string,
  ) => string;
}

const serviceOf = (name: string): Service => ({
  name,
  problem:
    spawnSync(name, ['-v']).error === undefined
      ? undefined
      : `${name} is missing: install it (apt-get install ${name}).`,
});

/** nginx with the configuration in docs/deployment.md. */
export const NGINX: Kind = {
  service: serviceOf('nginx'),
  args: (folder) => ['-e', 'stderr', '-p', folder, '-c', join(folder, 'proxy.conf')],
  configuration: ({ near, far }, folder) => `
    daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 64; }
    http {
      access_log off;
      client_body_temp_path ${folder}/1; proxy_temp_path ${folder}/2; fastcgi_temp_path ${folder}/3;
      uwsgi_temp_path ${folder}/4; scgi_temp_path ${folder}/5;
      server {
        listen 127.0.0.1:${near};
        location / { proxy_pass http://${far}; proxy_set_header Host $http_host; }
      }
    }`,
};

export const HAPROXY: Kind = {
  service: serviceOf('haproxy'),
  args: (folder) => ['-db', '-q', '-f', join(folder, 'proxy.conf')],
  configuration: ({ near, far }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend near
  bind 127.0.0.1:${near}
  default_backend far
backend far
  server far ${far}
`,
};

/** A proxy with its own folder, isolated from any other on this machine. */
export class EdgeProxy {
  private constructor(
    readonly url: string,
    private readonly process: OwnProcess,
    private readonly folder: string,
  ) {}

  /** @param urls - of the instances: more than one if the configuration balances the load */
  static async before(
    urls: string | readonly string[],
    { service, args, configuration }: Kind,
  ): Promise<EdgeProxy> {
    const folder = await mkdtemp(join(tmpdir(), `${service.name}-`));
    const near = await freePort();
    const hosts = [urls].flat().map((url) => new URL(url).host);
    const text = configuration({ near, far: hosts[0] ?? '', hosts }, folder);
    await writeFile(join(folder, 'proxy.conf'), text);
    const process = new OwnProcess({
      command: [service.name, ...args(folder)],
      folder,
      isReady: () => isReachable('127.0.0.1', near),
    });
    await process.start();
    return new EdgeProxy(`http://127.0.0.1:${near}`, process, folder);
  }

  async close(): Promise<void> {
    await this.process.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}
