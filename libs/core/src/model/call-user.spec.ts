import { jest } from '@jest/globals';
import { Timeout } from '../errors/internal.errors.js';
import { callUser } from './call-user.js';

const config = { timeoutMs: 1500 };

describe('callUser', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns a value synchronously, without a timer', () => {
    expect(callUser(config, 'callbacks.session', () => 1)).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('resolves with the value of a promise', async () => {
    expect(await callUser(config, 'callbacks.session', () => Promise.resolve(2))).toBe(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rethrows an error', () => {
    const fail = (): never => {
      throw new Error('failed');
    };

    expect(() => callUser(config, 'callbacks.session', fail)).toThrow('failed');
  });

  it('rejects with Timeout when a promise does not settle', async () => {
    const never = new Promise<never>(() => undefined);
    const settled: unknown[] = [];
    Promise.resolve(callUser(config, 'callbacks.session', () => never)).catch((error: unknown) =>
      settled.push(error),
    );

    await jest.advanceTimersByTimeAsync(1500);

    expect(settled).toEqual([new Timeout('callbacks.session did not respond within 1.5 s')]);
  });
});
