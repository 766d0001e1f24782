import { aUser, MemoryAdapter } from '@authnest/testing';
import { MissingAdapterMethods } from '../errors/configuration.errors.js';
import { AdapterError, Timeout } from '../errors/internal.errors.js';
import type { Adapter } from './adapter.port.js';
import { adapterOperations, completeAdapter } from './complete-adapter.js';

const TIMEOUT_MS = 20;

function complete(adapter: Adapter, debug?: (line: string) => void) {
  return completeAdapter(adapter, { timeoutMs: TIMEOUT_MS, logger: { debug } });
}

/** Returns the error with which a call rejects. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

describe('completeAdapter', () => {
  it.each(adapterOperations)(
    'adds %s, which rejects with its name, if the adapter lacks it',
    async (name) => {
      const adapter = complete({});
      expect(adapter.has(name)).toBe(false);
      const failure = await failureOf(Reflect.apply(adapter[name], undefined, []));
      expect(failure).toBeInstanceOf(MissingAdapterMethods);
      expect(failure).toMatchObject({ message: expect.stringContaining(`\`${name}\``) });
    },
  );

  it('calls prototype methods with their `this`', async () => {
    const adapter = complete(new MemoryAdapter());
    const user = aUser();

    await adapter.createUser(user);

    expect(await adapter.getUserByEmail(user.email)).toEqual(user);
    expect(adapter.has('getUserByEmail')).toBe(true);
  });

  it('calls own methods with their `this`', async () => {
    const own = {
      id: 'kept',
      getUser(this: { id: string }) {
        return aUser({ id: this.id });
      },
    };

    expect(await complete(own).getUser('x')).toMatchObject({ id: 'kept' });
  });

  it('passes on the arguments in order', async () => {
    const calls: unknown[] = [];
    const adapter = complete({
      getAccount: (...args) => {
        calls.push(args);
        return null;
      },
    });

    await adapter.getAccount('account-id', 'provider-id');

    expect(calls).toEqual([['account-id', 'provider-id']]);
  });

  it('returns a promise even if the adapter is synchronous', async () => {
    const user = aUser();
    const adapter = complete({ getUser: () => user });

    expect(adapter.getUser('1')).toBeInstanceOf(Promise);
    expect(await adapter.getUser('1')).toEqual(user);
  });

  it('wraps an error that an operation throws or rejects with, as the cause (H01)', async () => {
    const err = new Error('the table is locked');
    const throwing = complete({
      getUser: () => {
        throw err;
      },
    });
    const rejecting = complete({ getUser: () => Promise.reject(err) });

    for (const adapter of [throwing, rejecting]) {
      const failure = await failureOf(adapter.getUser('1'));
      expect(failure).toBeInstanceOf(AdapterError);
      expect(failure).toMatchObject({
        message: 'adapter.getUser failed',
        cause: { err, operation: 'getUser' },
      });
    }
  });

  it('turns any other thrown value into an error (H01)', async () => {
    const adapter = complete({ getUser: () => Promise.reject('locked') });

    expect(await failureOf(adapter.getUser('1'))).toMatchObject({
      cause: { err: expect.objectContaining({ message: 'locked' }) as unknown },
    });
  });

  it('rejects if an operation does not respond in time (H02)', async () => {
    const adapter = complete({ getUser: () => new Promise(() => undefined) });

    const failure = await failureOf(adapter.getUser('1'));

    expect(failure).toBeInstanceOf(AdapterError);
    expect(failure).toHaveProperty('cause.err', expect.any(Timeout));
  });

  it('passes the time that an operation may take to the adapter (Q2)', () => {
    const heard: number[] = [];

    completeAdapter(
      { limitTime: (milliseconds) => heard.push(milliseconds) },
      { timeoutMs: 50, logger: {} },
    );

    expect(heard).toEqual([50]);
  });

  it('logs the names of operations, but not their arguments', async () => {
    const names: unknown[] = [];
    const adapter = complete({ getUser: () => null }, (...args) => names.push(...args));

    await adapter.getUser('canary');

    expect(names).toEqual(['adapter_getUser']);
  });

  it("returns the adapter's optional columns as a set", () => {
    expect([...complete({}).columns]).toEqual([]);
    expect(complete(new MemoryAdapter()).columns.has('sessions.createdAt')).toBe(true);
  });

  it('returns a frozen object, and does not change the adapter', () => {
    const adapter = new MemoryAdapter();

    expect(Object.isFrozen(complete(adapter))).toBe(true);
    expect(Object.isFrozen(adapter)).toBe(false);
  });
});
