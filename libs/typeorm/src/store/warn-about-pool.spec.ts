import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { warnAboutPool } from './warn-about-pool.js';

describe('warnAboutPool', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

  beforeEach(() => warn.mockClear());
  afterAll(() => warn.mockRestore());

  it.each<[string, DataSourceOptions]>([
    ['no limit', { type: 'postgres' }],
    ['a limit of zero', { type: 'postgres', connectTimeoutMS: 0 }],
    ['other options of the pool', { type: 'postgres', extra: { keepAlive: true } }],
  ])('warns if opening a connection to PostgreSQL has %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).toHaveBeenCalledWith(expect.stringContaining('`connectTimeoutMS`'));
  });

  const replication = { master: {}, slaves: [] };

  it.each<[string, DataSourceOptions]>([
    ['no time', { type: 'mariadb', replication }],
    ['a time of zero', { type: 'mysql', replication: { ...replication, restoreNodeTimeout: 0 } }],
  ])(
    'warns if a replicated MariaDB has %s after which a server is tried again (Q2)',
    (_, options) => {
      warnAboutPool(new DataSource(options));

      expect(warn).toHaveBeenCalledWith(
        expect.stringContaining('`replication.restoreNodeTimeout`'),
      );
    },
  );

  it.each<[string, DataSourceOptions]>([
    ['a limit', { type: 'postgres', connectTimeoutMS: 5000 }],
    ['a limit of the driver', { type: 'postgres', extra: { connectionTimeoutMillis: 5000 } }],
    ['MariaDB, whose driver has one', { type: 'mariadb' }],
    [
      'a replicated MariaDB whose servers are tried again',
      { type: 'mariadb', replication: { ...replication, restoreNodeTimeout: 1000 } },
    ],
    ['SQLite, which opens none', { type: 'better-sqlite3', database: ':memory:' }],
  ])('does not warn about %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).not.toHaveBeenCalled();
  });
});
