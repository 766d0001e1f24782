import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { openMigrated, optionsAt, withPool } from './databases.js';
import { OwnServer } from './own-server.js';
import { type OwnServerKind, ownServerKinds, withOptions } from './own-server-kinds.js';
import type { Service } from './services.js';
import { hasSmallDisks, SmallDisk } from './small-disk.js';

/** A database that can be filled up temporarily. */
export interface StoreWithoutRoom {
  readonly dataSource: DataSource;
  fill(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreWithoutRoomKind extends Service {
  /** Set for MariaDB, which exits if it lacks the space to roll back a statement. */
  readonly mayEndItself?: boolean;
  open(): Promise<StoreWithoutRoom>;
}

/** SQLite with a size limit, and all three databases on a full disk if one can be mounted. */
export const storesWithoutRoom: readonly StoreWithoutRoomKind[] = [
  { name: 'SQLite with a size limit', open: openLimited },
  ...(hasSmallDisks
    ? [
        { name: 'SQLite on a full disk', open: openOnDisk },
        ...ownServerKinds.map((kind) => ({
          ...kind,
          name: `${kind.name} on a full disk`,
          mayEndItself: kind.name === 'MariaDB',
          open: () => openServer(kind),
        })),
      ]
    : []),
];

/** The size of a new server plus a margin, in megabytes. */
const SERVER_SIZES = { PostgreSQL: 160, MariaDB: 384 } as const;

async function openLimited(): Promise<StoreWithoutRoom> {
  const dataSource = await openMigrated(optionsAt('sqlite::memory:'));
  const limit = (pages: number) => async () => {
    await dataSource.query(`PRAGMA max_page_count = ${pages}`);
  };
  return {
    dataSource,
    fill: limit(1), // the limit never falls below the current size
    empty: limit(1_000_000),
    close: () => dataSource.destroy(),
  };
}

async function openOnDisk(): Promise<StoreWithoutRoom> {
  const disk = await SmallDisk.mount(4);
  const dataSource = await openMigrated(optionsAt(`sqlite:${join(disk.folder, 'test.sqlite')}`));
  return {
    dataSource,
    fill: () => disk.fill(),
    empty: () => disk.empty(),
    close: async () => {
      await dataSource.destroy();
      await disk.unmount();
    },
  };
}

async function openServer(kind: OwnServerKind): Promise<StoreWithoutRoom> {
  const disk = await SmallDisk.mount(SERVER_SIZES[kind.name]);
  const logs = await mkdtemp('/tmp/authnest-logs-');
  await chown(logs, kind.user);
  const server = await OwnServer.start(withLogs(kind, logs), disk.folder);
  const { url } = await server.createDatabase();
  const dataSource = await openMigrated(withPool(optionsAt(url), 2));
  return {
    dataSource,
    fill: () => disk.fill(),
    empty: async () => {
      await disk.empty();
      const isUp = await server.query('SELECT 1').catch(() => undefined);
      if (!isUp) await server.restart();
    },
    close: async () => {
      await dataSource.destroy();
      await server.remove();
      await disk.unmount();
      await rm(logs, { recursive: true });
    },
  };
}

/** MariaDB exits if it cannot write its redo log, so the log is on another disk. */
function withLogs(kind: OwnServerKind, folder: string): OwnServerKind {
  const options =
    kind.name === 'MariaDB'
      ? [`--innodb-log-group-home-dir=${folder}`, `--innodb-undo-directory=${folder}`]
      : [];
  return {
    ...withOptions(kind, () => options),
    install: (data) => [...kind.install(data), ...options],
  };
}

/** Changes the owner of a folder, which is allowed to a process that can mount a disk. */
async function chown(folder: string, user: string): Promise<void> {
  await promisify(execFile)('chown', [user, folder]);
}
