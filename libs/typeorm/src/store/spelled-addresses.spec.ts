import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { authEntities } from '../index.js';
import type { Operation } from '../operations/operation.js';
import { StoreError } from '../operations/store-error.js';
import { SpelledAddresses } from './spelled-addresses.js';

const STORED = 'Jane@Example.com';

describe('the search for addresses with capital letters', () => {
  let dataSource: DataSource;
  let addresses: SpelledAddresses;
  let warnings: string[];
  let warn: jest.SpiedFunction<Logger['warn']>;

  beforeAll(async () => {
    dataSource = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities()],
    });
    await dataSource.initialize();
  });
  beforeEach(() => {
    warnings = [];
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: string) => {
      warnings.push(text);
    });
    addresses = new SpelledAddresses(dataSource, dataSource.getMetadata('users'));
  });
  afterEach(() => warn.mockRestore());
  afterAll(() => dataSource.destroy());

  function anOperation(search: () => Promise<Record<string, unknown>[]>) {
    const searches = jest.fn(search);
    const select = (_: string, sql: string): Promise<Record<string, unknown>[]> =>
      /AS found/.test(sql) ? searches() : Promise.resolve([{ email: STORED, living: 1 }]);
    return { searches, operation: { isJoinable: false, select } as unknown as Operation };
  }

  it('runs once for all who ask meanwhile (BT3)', async () => {
    const { searches, operation } = anOperation(async () => [{ found: 1 }]);
    const asking = Array.from({ length: 20 }, () =>
      addresses.spelled(operation, 'jane@example.com'),
    );

    expect(new Set(await Promise.all(asking))).toEqual(new Set([STORED]));
    expect(searches).toHaveBeenCalledTimes(1);
  });

  it('is repeated after a lost connection, for which nobody counts as unknown (FT11)', async () => {
    const { searches, operation } = anOperation(async () => [{ found: 1 }]);
    searches.mockRejectedValueOnce(new StoreError('select', new Error('connection terminated')));

    await expect(addresses.spelled(operation, 'jane@example.com')).rejects.toThrow('failed');
    expect(await addresses.spelled(operation, 'jane@example.com')).toBe(STORED);
  });

  it('is repeated after a single look that took too long, such as while the database stalls (BT3, LT11)', async () => {
    const { searches, operation } = anOperation(async () => [{ found: 1 }]);
    searches.mockRejectedValueOnce(new StoreError('select', { code: 'TIMEOUT' }));

    await expect(addresses.spelled(operation, 'jane@example.com')).rejects.toThrow('in time');
    expect(await addresses.spelled(operation, 'jane@example.com')).toBe(STORED);
    expect(warnings).toEqual([expect.stringMatching(/looked up by LOWER/)]);
  });

  it('keeps nobody from signing in if it takes too long twice, and is not repeated at once (BT3)', async () => {
    const tooSlow = new StoreError('select', { code: 'TIMEOUT' });
    const { searches, operation } = anOperation(() => Promise.reject(tooSlow));
    await expect(addresses.spelled(operation, 'jane@example.com')).rejects.toThrow('in time');

    for (const address of ['jane@example.com', 'otto@example.com']) {
      expect(await addresses.spelled(operation, address)).toBeNull();
    }
    expect(searches).toHaveBeenCalledTimes(2);
    expect(warnings).toEqual([expect.stringMatching(/could not be searched.*lower case.*in time/)]);
  });
});
