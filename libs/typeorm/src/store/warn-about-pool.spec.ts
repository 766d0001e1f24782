import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { warnAboutPool } from './warn-about-pool.js';

describe('warnAboutPool', () => {
  let warn: jest.SpiedFunction<Logger['warn']>;

  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });
  afterEach(() => warn.mockRestore());

  it.each<[string, DataSourceOptions]>([
    ['no time limit', { type: 'postgres' }],
    ['a time limit of zero', { type: 'postgres', connectTimeoutMS: 0 }],
    ['no time limit but other pool options', { type: 'postgres', extra: { keepAlive: true } }],
  ])('warns if opening a connection to PostgreSQL has %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).toHaveBeenCalledWith(expect.stringContaining('`connectTimeoutMS`'));
  });

  const replication = { master: {}, slaves: [] };

  it.each<[string, DataSourceOptions]>([
    ['no time', { type: 'mariadb', replication }],
    ['a time of zero', { type: 'mysql', replication: { ...replication, restoreNodeTimeout: 0 } }],
  ])(
    'warns if a replicated MariaDB has %s after which it tries a server again (Q2)',
    (_, options) => {
      warnAboutPool(new DataSource(options));

      expect(warn).toHaveBeenCalledWith(
        expect.stringContaining('`replication.restoreNodeTimeout`'),
      );
    },
  );

  it.each<[string, DataSourceOptions]>([
    ['a limit', { type: 'postgres', connectTimeoutMS: 5000 }],
    ['a limit for the driver', { type: 'postgres', extra: { connectionTimeoutMillis: 5000 } }],
    ['MariaDB, whose driver has a limit', { type: 'mariadb' }],
    [
      'a replicated MariaDB whose servers are tried again',
      { type: 'mariadb', replication: { ...replication, restoreNodeTimeout: 1000 } },
    ],
    ['SQLite, which needs no limit', { type: 'better-sqlite3', database: ':memory:' }],
  ])('does not warn about %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).not.toHaveBeenCalled();
  });
});
