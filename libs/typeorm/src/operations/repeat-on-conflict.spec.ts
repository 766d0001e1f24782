import { jest } from '@jest/globals';
import { Deadline } from './deadline.js';
import { repeatOnConflict } from './repeat-on-conflict.js';
import { StoreError } from './store-error.js';

const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

describe('repeatOnConflict', () => {
  it.each(['40001', '40P01', 'ER_LOCK_DEADLOCK', 'SQLITE_BUSY'])(
    'repeats a statement that failed with %s',
    async (code) => {
      const work = jest
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce({ driverError: { code } })
        .mockRejectedValueOnce({ driverError: { code } })
        .mockResolvedValue('done');

      expect(await repeatOnConflict('insert into users', work)).toBe('done');
      expect(work).toHaveBeenCalledTimes(3);
    },
  );

  it('gives up after a few attempts, and reports the code', async () => {
    const work = jest.fn<() => Promise<string>>().mockRejectedValue(busy);

    const running = repeatOnConflict('insert into users', work);

    await expect(running).rejects.toThrow('insert into users failed (SQLITE_BUSY)');
    expect(work).toHaveBeenCalledTimes(6);
  });

  it('does not repeat a statement if the database waited too long before it failed', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(5000);
    const work = jest.fn<() => Promise<string>>().mockRejectedValue(busy);

    await expect(repeatOnConflict('insert into users', work)).rejects.toThrow(StoreError);

    expect(work).toHaveBeenCalledTimes(1);
    now.mockRestore();
  });

  it.each([-3_600_000, 3_600_000])(
    'makes the same number of attempts if the system clock jumps by %d ms',
    async (jump) => {
      const work = jest.fn<() => Promise<string>>().mockRejectedValue(busy);
      const before = Date.now();
      const now = jest
        .spyOn(Date, 'now')
        .mockReturnValueOnce(before)
        .mockReturnValue(before + jump);

      await expect(repeatOnConflict('insert into users', work)).rejects.toThrow(StoreError);

      expect(work).toHaveBeenCalledTimes(6);
      now.mockRestore();
    },
  );

  it('does not repeat a statement after the time limit of the operation', async () => {
    const work = jest.fn<() => Promise<string>>().mockRejectedValue(busy);

    const running = repeatOnConflict('insert into users', work, new Deadline(0));

    await expect(running).rejects.toThrow(StoreError);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['SQLite', Object.assign(new Error('no such table: users'), { code: 'SQLITE_ERROR' })],
    ['SQLite', Object.assign(new Error('no such column: users.role'), { code: 'SQLITE_ERROR' })],
    ['SQLite', new Error('table users has no column named role')],
    ['PostgreSQL', { driverError: { code: '42P01' } }],
    ['PostgreSQL', { driverError: { code: '42703' } }],
    ['MariaDB', { driverError: { code: 'ER_NO_SUCH_TABLE' } }],
    ['MariaDB', { driverError: { code: 'ER_BAD_FIELD_ERROR' } }],
  ])('recommends the migrations if %s lacks a table or a column', async (_database, thrown) => {
    const running = repeatOnConflict('insert into users', () => Promise.reject(thrown));

    await expect(running).rejects.toThrow(/^insert into users failed.*: run the migrations$/);
  });

  it('does not repeat a statement that failed for another reason', async () => {
    const taken = { driverError: { code: 'ER_DUP_ENTRY' } };
    const work = jest.fn<() => Promise<string>>().mockRejectedValue(taken);

    const error = await repeatOnConflict('insert into users', work).catch((e: unknown) => e);

    expect(error).toMatchObject({ code: 'ER_DUP_ENTRY', isConflict: true });
    expect(work).toHaveBeenCalledTimes(1);
  });
});
