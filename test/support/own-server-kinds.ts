import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Service } from './services.js';

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** How to set up and start a kind of server. Its folder contains `data` and `tmp`. */
export interface OwnServerKind extends Service {
  readonly name: 'PostgreSQL' | 'MariaDB';
  /** The user that runs the server if the tests run as root, which PostgreSQL refuses. */
  readonly user: string;
  /** The signal that ends the server and releases what it shares with the system. */
  readonly lastSignal: 'SIGQUIT' | 'SIGKILL';
  install(folder: string): Command;
  serve(folder: string, port: number): Command;
  url(port: number): string;
}

const binaries = postgresBinaries();

export const ownPostgres: OwnServerKind = {
  name: 'PostgreSQL',
  problem: problemOf(postgresProgram('initdb'), 'postgresql'),
  user: 'postgres',
  lastSignal: 'SIGQUIT',
  install: (folder) => [
    postgresProgram('initdb'),
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
    '-E',
    'UTF8',
    '--locale=C',
  ],
  serve: (folder, port) => [
    postgresProgram('postgres'),
    '-D',
    join(folder, 'data'),
    '-k',
    folder,
    '-p',
    `${port}`,
    '-h',
    '127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'dynamic_shared_memory_type=mmap',
  ],
  url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
};

export const ownMariadb: OwnServerKind = {
  name: 'MariaDB',
  problem: problemOf('mariadb-install-db', 'mariadb-server'),
  user: 'mysql',
  lastSignal: 'SIGKILL',
  install: (folder) => [
    'mariadb-install-db',
    ...mariadbFolders(folder),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ],
  serve: (folder, port) => [
    'mariadbd',
    ...mariadbFolders(folder),
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(folder, 'socket')}`,
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=32M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_general_ci',
  ],
  url: (port) => `mariadb://root@127.0.0.1:${port}/`,
};

/** Both kinds of servers; SQLite needs none. */
export const ownServerKinds: readonly OwnServerKind[] = [ownPostgres, ownMariadb];

/** Returns the same kind of server with additional command-line options. */
export function withOptions(
  kind: OwnServerKind,
  options: (folder: string) => readonly string[],
): OwnServerKind {
  return { ...kind, serve: (folder, port) => [...kind.serve(folder, port), ...options(folder)] };
}

/** A separate `tmpdir` is needed because MariaDB deletes every server's `#sql` files at start. */
function mariadbFolders(folder: string): string[] {
  return ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'tmp')}`];
}

/** Returns the path of a PostgreSQL program itself, not of Debian's wrapper. */
export function postgresProgram(name: string): string {
  return join(binaries, name);
}

function postgresBinaries(): string {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    const found = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'], { encoding: 'utf8' });
    return found.stdout.trim().split('\n').at(-1) ?? '';
  }
}

function problemOf(program: string, debianPackage: string): string | undefined {
  for (const [needed, from] of [
    [program, debianPackage],
    ['setpriv', 'util-linux'],
  ] as const) {
    const { error } = spawnSync(needed, ['--version']);
    if (error) return `${needed} is missing: install it (apt-get install ${from}).`;
  }
  return undefined;
}
