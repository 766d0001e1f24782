import { AccessDenied } from '../errors/sign-in.errors.js';
import { callStore } from './call-store.js';

const NAME = 'session.revocation.record';

describe('callStore', () => {
  it('returns what the store returns or resolves with', async () => {
    expect(await callStore(NAME, 1000, () => 1)).toBe(1);
    expect(await callStore(NAME, 1000, () => Promise.resolve(2))).toBe(2);
  });

  it.each([
    ['throws', () => fail()],
    ['rejects', async () => fail()],
  ])('names the option if the store %s', async (_, call) => {
    await expect(callStore(NAME, 1000, call)).rejects.toMatchObject({
      type: 'AuthError',
      message: 'session.revocation.record failed',
      cause: { err: new Error('Connection is closed.') },
    });
  });

  it('names the option if the store hangs', async () => {
    await expect(callStore(NAME, 1, () => new Promise(() => undefined))).rejects.toMatchObject({
      type: 'Timeout',
      message: expect.stringContaining(NAME) as unknown,
    });
  });

  it('passes on an error of our own that the store throws', async () => {
    const denied = new AccessDenied('not today');

    await expect(callStore(NAME, 1000, () => Promise.reject(denied))).rejects.toBe(denied);
  });
});

function fail(): never {
  throw new Error('Connection is closed.');
}
