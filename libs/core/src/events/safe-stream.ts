import { Observable, type Observer, type Operator, Subscriber, type Subscription } from 'rxjs';
import { callSafely, type Reporter } from '../model/call-safely.js';

type Next<T> = (value: T) => void;

/**
 * A stream whose subscribers cannot crash the process. rxjs rethrows their errors from a timer,
 * where nothing can catch them; here, errors and rejections are passed to the reporter.
 */
export class SafeStream<T> extends Observable<T> {
  /** @param reporter - called on each delivery; returns the function to call if it fails */
  constructor(
    private readonly reporter: () => Reporter,
    subscribe?: (subscriber: Subscriber<T>) => Subscription,
  ) {
    super(subscribe);
  }

  /** Makes streams that operators derive from this one safe as well. */
  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    return Object.assign(new SafeStream<R>(this.reporter), { source: this, operator });
  }

  override subscribe(observer?: Partial<Observer<T>> | Next<T> | null): Subscription {
    // An operator's subscriber passes its errors on; the application's is the last in the chain.
    if (observer instanceof Subscriber) return super.subscribe(observer);
    const own = typeof observer === 'function' ? { next: observer } : (observer ?? {});
    return super.subscribe({
      next: (value) => this.call(() => own.next?.(value)),
      error: (error) => this.call(() => (own.error ? own.error(error) : this.fail(error))),
      complete: () => this.call(() => own.complete?.()),
    });
  }

  private call(deliver: () => unknown): void {
    callSafely(this.reporter(), deliver);
  }

  private fail(error: unknown): never {
    throw error;
  }
}
