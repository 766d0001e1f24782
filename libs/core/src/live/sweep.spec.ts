import { jest } from '@jest/globals';
import { aConfig } from '../../../../test/support/a-context.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { LiveSession, type ReadSession } from './live-session.js';
import { Places, Sweep } from './sweep.js';

const SESSION = { user: { id: '1' }, expires: '2027-01-01T00:00:00.000Z' };
const FIRST: ReadSession = { session: SESSION, userId: '1', key: 'key' };

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.500Z') }));
afterEach(() => jest.useRealTimers());

function open(
  sweep: Sweep,
  read: () => Promise<ReadSession | null>,
  sockets: { recheck?: number; sweep?: number } = {},
) {
  const logs = new LogCollector();
  const config = aConfig({ sockets, logger: logs });
  const ends: string[] = [];
  const live = new LiveSession({
    config,
    logger: config.logger,
    first: FIRST,
    read,
    onEnd: (reason) => void ends.push(reason),
    sweepMs: config.sockets.sweepMs,
    onRelease: (released) => sweep.remove(released),
  });
  sweep.add(live);
  return { live, ends, logs };
}

describe('the sweep of open connections', () => {
  it('reads each session again within the time, and ends those that are over (K65)', async () => {
    const sweep = new Sweep();
    let over = false;
    let reads = 0;
    const read = () => Promise.resolve((reads += 1) > 0 && over ? null : FIRST);
    const { ends } = open(sweep, read);

    await jest.advanceTimersByTimeAsync(59_000);
    expect(reads).toBe(0);
    await jest.advanceTimersByTimeAsync(2000);
    expect([reads, ends]).toEqual([1, []]);
    over = true;
    await jest.advanceTimersByTimeAsync(61_000);

    expect([reads, ends]).toEqual([2, ['ended']]);
  });

  it('has no timer while nothing is open, nor after it was stopped (K65)', async () => {
    const sweep = new Sweep();
    expect(jest.getTimerCount()).toBe(0);
    const { live } = open(sweep, () => Promise.resolve(FIRST));
    expect(jest.getTimerCount()).toBe(1);

    live.release();
    expect(jest.getTimerCount()).toBe(0);

    open(sweep, () => Promise.resolve(FIRST));
    sweep.stop();
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(61_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lets no message count on a session that could not be read again (HT1)', async () => {
    const sweep = new Sweep();
    const { live } = open(sweep, () => Promise.reject(new Error('the store is down')));

    await jest.advanceTimersByTimeAsync(5 * 60_000);

    await expect(Promise.resolve(live.current())).rejects.toThrow('the store is down');
  });

  it('does not keep the process alive', () => {
    jest.useRealTimers();
    const sweep = new Sweep();
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

    const { live } = open(sweep, () => Promise.resolve(FIRST));

    const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    live.release();
    expect(after).toBe(before);
  });

  it('reads at most sixteen sessions at once, and all of them', async () => {
    const sweep = new Sweep();
    let [reading, most, reads] = [0, 0, 0];
    const read = async (): Promise<ReadSession> => {
      reads += 1;
      most = Math.max(most, (reading += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      reading -= 1;
      return FIRST;
    };
    for (let count = 0; count < 100; count += 1) open(sweep, read);

    await jest.advanceTimersByTimeAsync(61_000);

    expect([most, reads]).toEqual([16, 100]);
  });

  it('holds up no other tenant while the store of one hangs (K65)', async () => {
    const places = new Places();
    const [slow, quick] = [new Sweep(places), new Sweep(places)];
    for (let count = 0; count < 100; count += 1) open(slow, () => new Promise(() => undefined));
    const { ends } = open(quick, () => Promise.resolve(null));

    await jest.advanceTimersByTimeAsync(61_000);

    expect(ends).toEqual(['ended']);
  });

  it('reads at most 64 sessions of all tenants at once, besides one of each (K65)', async () => {
    const places = new Places();
    const reading = Array<number>(8).fill(0);
    let [most, reads] = [0, 0];
    for (let tenant = 0; tenant < reading.length; tenant += 1) {
      const sweep = new Sweep(places);
      const read = async (): Promise<ReadSession> => {
        reads += 1;
        reading[tenant] = (reading[tenant] ?? 0) + 1;
        most = Math.max(
          most,
          reading.reduce((sum, one) => sum + one),
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
        reading[tenant] = (reading[tenant] ?? 0) - 1;
        return FIRST;
      };
      for (let count = 0; count < 50; count += 1) open(sweep, read);
    }

    await jest.advanceTimersByTimeAsync(60_005);
    expect(reading).toEqual([16, 16, 16, 16, 5, 1, 1, 1]);
    await jest.advanceTimersByTimeAsync(1000);

    expect([most, reads]).toEqual([72, 400]);
    // The places are free again.
    await jest.advanceTimersByTimeAsync(61_000);
    expect([most, reads]).toEqual([72, 800]);
  });

  it('keeps connections open while the store is down, and logs once for all of them', async () => {
    const sweep = new Sweep();
    let reads = 0;
    const down = () => Promise.reject(new Error(`down ${(reads += 1)}`));
    const all = [open(sweep, down), open(sweep, down), open(sweep, down)];

    await jest.advanceTimersByTimeAsync(61_000);

    expect(reads).toBe(3);
    expect(all.flatMap(({ ends }) => ends)).toEqual([]);
    expect(all.flatMap(({ logs }) => logs.errors)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(50_000);
    expect(reads).toBe(3);
  });

  it('lets no connection with many messages keep the others from being read (K65)', async () => {
    const sweep = new Sweep();
    const busy = open(sweep, () => Promise.resolve(FIRST), { recheck: 0 });
    const over = open(sweep, () => Promise.resolve(null));

    for (let seconds = 0; seconds < 61; seconds += 1) {
      await busy.live.current();
      await jest.advanceTimersByTimeAsync(1000);
    }

    expect([busy.ends, over.ends]).toEqual([[], ['ended']]);
  });

  it('lets no connection that fails keep the others from being read', async () => {
    const sweep = new Sweep();
    const failing = open(sweep, () => Promise.reject(new Error('down')));
    const over = open(sweep, () => Promise.resolve(null));

    await jest.advanceTimersByTimeAsync(61_000);

    expect([failing.ends, over.ends]).toEqual([[], ['ended']]);
  });
});

describe('the session of an open connection', () => {
  it.each([
    ['at every message with a recheck of 0', 0, 3],
    ['once in the time of the recheck', 30, 1],
  ])('is read %s (K65)', async (_, recheck, expected) => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return Promise.resolve(FIRST);
    };
    const { live } = open(new Sweep(), read, { recheck });
    expect(await live.current()).toBe(SESSION);
    if (recheck > 0) {
      expect(reads).toBe(0);
      jest.advanceTimersByTime(recheck * 1000);
    } else await live.current();

    await live.current();

    expect(reads).toBe(expected);
  });

  it('is read again once it has expired, whatever the recheck is (K65)', async () => {
    const { live, ends } = open(new Sweep(), () => Promise.resolve(null), { recheck: 2_000_000 });
    jest.setSystemTime(Date.parse(SESSION.expires));

    expect(await live.current()).toBeNull();
    expect(ends).toEqual(['ended']);
  });

  it('is over once it is that of another user', async () => {
    const other = { ...FIRST, userId: '2' };
    const { live, ends } = open(new Sweep(), () => Promise.resolve(other), { recheck: 0 });

    expect(await live.current()).toBeNull();
    expect(ends).toEqual(['ended']);
  });

  it('stays over if a reading ends after it, and ends only once', async () => {
    let answer: (found: ReadSession) => void = () => undefined;
    const slow = new Promise<ReadSession>((resolve) => (answer = resolve));
    const { live, ends } = open(new Sweep(), () => slow, { recheck: 0 });
    const reading = live.current();

    live.end('signed-out');
    live.end('revoked');
    answer(FIRST);

    expect(await reading).toBeNull();
    expect(await live.current()).toBeNull();
    expect(ends).toEqual(['signed-out']);
  });

  it('is read once for messages that come together', async () => {
    let reads = 0;
    const read = async (): Promise<ReadSession> => {
      reads += 1;
      return FIRST;
    };
    const { live } = open(new Sweep(), read, { recheck: 0 });

    await Promise.all(Array.from({ length: 50 }, async () => live.current()));

    expect(reads).toBe(1);
  });
});
