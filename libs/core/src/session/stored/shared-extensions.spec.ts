import { SharedExtensions } from './shared-extensions.js';

const END = new Date('2026-03-10T12:00:00.500Z');

describe('extensions in progress', () => {
  it('are shared by concurrent requests, and a later request starts a new one (H19)', async () => {
    const extensions = new SharedExtensions();
    const store = {};
    let writes = 0;
    const extend = async () => {
      writes += 1;
      await Promise.resolve();
      return END;
    };

    const ends = await Promise.all([1, 2, 3].map(() => extensions.run(store, 'a', extend)));
    expect([ends, writes]).toEqual([[END, END, END], 1]);

    await extensions.run(store, 'a', extend);
    expect(writes).toBe(2);
  });

  it('are not shared between sessions or stores', async () => {
    const extensions = new SharedExtensions();
    const [store, other] = [{}, {}];
    const never = () => new Promise<Date>(() => undefined);
    void extensions.run(store, 'a', never);

    expect(await extensions.run(store, 'b', () => Promise.resolve(END))).toBe(END);
    expect(await extensions.run(other, 'a', () => Promise.resolve(END))).toBe(END);
  });

  it('fail for all waiting requests, and are then tried again', async () => {
    const extensions = new SharedExtensions();
    const store = {};
    const fail = () => Promise.reject(new Error('down'));

    const both = [1, 2].map(() => extensions.run(store, 'a', fail));
    for (const each of both) await expect(each).rejects.toThrow('down');

    expect(await extensions.run(store, 'a', () => Promise.resolve(END))).toBe(END);
  });
});
