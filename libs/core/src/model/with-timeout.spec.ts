import { jest } from '@jest/globals';
import { Timeout } from '../errors/internal.errors.js';
import { withTimeout } from './with-timeout.js';

const never = new Promise<never>(() => undefined);

describe('withTimeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves with the value of the promise, and leaves no timer behind', async () => {
    expect(await withTimeout(Promise.resolve(1), 1000, 'adapter.getUser')).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with the error of the promise, and leaves no timer behind', async () => {
    const error = new Error('failed');

    await expect(withTimeout(Promise.reject(error), 1000, 'adapter.getUser')).rejects.toBe(error);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with Timeout after its time, and not before', async () => {
    const settled: unknown[] = [];
    withTimeout(never, 1500, 'adapter.getUser').catch((error: unknown) => settled.push(error));

    await jest.advanceTimersByTimeAsync(1499);
    expect(settled).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);

    expect(settled).toEqual([new Timeout('adapter.getUser did not respond within 1.5 s')]);
    expect(settled[0]).toBeInstanceOf(Timeout);
  });

  it('leaves no unhandled rejection if the promise rejects too late (O1)', async () => {
    const unhandled: unknown[] = [];
    const collect = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', collect);
    let fail: (error: Error) => void = () => undefined;
    const late = new Promise((_, reject) => (fail = reject));
    withTimeout(late, 10, 'x').catch(() => undefined);

    await jest.advanceTimersByTimeAsync(10);
    fail(new Error('late'));
    jest.useRealTimers();
    await new Promise(setImmediate);

    process.off('unhandledRejection', collect);
    expect(unhandled).toEqual([]);
  });
});
