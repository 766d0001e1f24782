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
    ['a limit that is none', { type: 'postgres', connectTimeoutMS: 0 }],
    ['other options of the pool', { type: 'postgres', extra: { keepAlive: true } }],
  ])('warns where opening a connection to PostgreSQL has %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).toHaveBeenCalledWith(expect.stringContaining('`connectTimeoutMS`'));
  });

  it.each<[string, DataSourceOptions]>([
    ['a limit', { type: 'postgres', connectTimeoutMS: 5000 }],
    ['a limit of the driver', { type: 'postgres', extra: { connectionTimeoutMillis: 5000 } }],
    ['MariaDB, whose driver has one', { type: 'mariadb' }],
    ['SQLite, which opens none', { type: 'better-sqlite3', database: ':memory:' }],
  ])('says nothing with %s (Q2)', (_, options) => {
    warnAboutPool(new DataSource(options));

    expect(warn).not.toHaveBeenCalled();
  });
});
