import { Subject } from 'rxjs';
import { aConfig } from '../../../../test/support/a-context.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { LiveSession, type ReadSession } from './live-session.js';
import { whileSignedIn } from './while-signed-in.js';

const SESSION = { user: { id: '1' }, expires: '2099-01-01T00:00:00.000Z' };
const FIRST: ReadSession = { session: SESSION, userId: '1', key: 'key' };

function stream(read: () => Promise<ReadSession | null>, recheck: number) {
  const logger = new LogCollector();
  const config = aConfig({ sockets: { recheck }, logger });
  const source = new Subject<number>();
  const got: (number | 'end')[] = [];
  const live = new LiveSession({
    config,
    logger: config.logger,
    first: FIRST,
    read,
    onEnd: () => undefined,
    sweepMs: 60_000,
    onRelease: () => undefined,
  });
  whileSignedIn(async () => live, source).subscribe({
    next: (value) => void got.push(value),
    complete: () => void got.push('end'),
  });
  const emit = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1) source.next(nth);
  };
  return { source, got, emit, logger };
}

describe('a stream of events of a signed-in user', () => {
  it('ends after a thousand values that wait for the session, and says so (K65)', async () => {
    let release: (found: ReadSession) => void = () => undefined;
    const slow = new Promise<ReadSession>((resolve) => (release = resolve));
    const { source, got, emit, logger } = stream(() => slow, 0);
    await Promise.resolve();

    emit(5000);
    expect([got.length, source.observed]).toEqual([0, false]);
    release(FIRST);
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(got.at(-1)).toBe('end');
    expect(got.slice(0, -1)).toEqual(Array.from({ length: 1000 }, (_, nth) => nth));
    expect(String(logger.errors[0]?.message)).toContain('more than 1000 values');
  });

  it('keeps nothing while the session need not be read: each value goes on at once', async () => {
    const { got, emit } = stream(() => Promise.resolve(FIRST), 60);
    await new Promise((resolve) => setTimeout(resolve, 1));

    emit(5000);

    expect(got).toHaveLength(5000);
  });
});
