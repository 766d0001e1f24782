import { firstValueFrom, map, Subject, take, toArray } from 'rxjs';
import { SafeStream } from './safe-stream.js';

describe('SafeStream', () => {
  let source: Subject<number>;
  let reported: unknown[];
  let stream: SafeStream<number>;

  beforeEach(() => {
    source = new Subject();
    reported = [];
    stream = new SafeStream(
      () => (thrown) => void reported.push(thrown),
      (subscriber) => source.subscribe(subscriber),
    );
  });

  const failing = (): never => {
    throw new Error('a bug');
  };

  it('reports what a subscriber throws, and continues to deliver to it and to others', () => {
    const seen: number[] = [];
    stream.subscribe(failing);
    stream.subscribe({ next: (value) => seen.push(value) });
    source.next(1);
    source.next(2);

    expect(seen).toEqual([1, 2]);
    expect(reported).toEqual([new Error('a bug'), new Error('a bug')]);
  });

  it('reports what an async subscriber rejects with', async () => {
    stream.subscribe((): unknown => Promise.reject(new Error('a bug')));
    source.next(1);
    await Promise.resolve();

    expect(reported).toEqual([new Error('a bug')]);
  });

  it('reports what an operator throws if the subscriber has no error handler', () => {
    const errors: unknown[] = [];
    stream.pipe(map(failing)).subscribe();
    stream.pipe(map(failing)).subscribe({ error: (error) => errors.push(error) });
    source.next(1);

    expect(reported).toEqual([new Error('a bug')]);
    expect(errors).toEqual([new Error('a bug')]);
  });

  it('reports what the handlers `error` and `complete` throw', () => {
    stream.subscribe({ error: failing });
    stream.subscribe({ complete: failing, error: () => undefined });
    source.error(new Error('the end'));
    const ended = new SafeStream<number>(
      () => (thrown) => void reported.push(thrown),
      (subscriber) => {
        subscriber.complete();
        return subscriber;
      },
    );
    ended.subscribe({ complete: failing });

    expect(reported).toEqual([new Error('a bug'), new Error('a bug')]);
  });

  it('unsubscribes from its source, even through operators', () => {
    const seen: number[] = [];
    stream
      .pipe(map((value) => 2 * value))
      .subscribe((value) => seen.push(value))
      .unsubscribe();
    stream.pipe(take(1)).subscribe((value) => seen.push(value));
    source.next(1);
    source.next(2);

    expect(seen).toEqual([1]);
    expect(source.observed).toBe(false);
  });

  it('settles promises that are derived from it, and reports nothing', async () => {
    const all = firstValueFrom(stream.pipe(take(2), toArray()));
    const failed = firstValueFrom(stream.pipe(map(failing)));
    source.next(1);
    source.next(2);

    await expect(all).resolves.toEqual([1, 2]);
    await expect(failed).rejects.toThrow('a bug');
    expect(reported).toEqual([]);
  });
});
