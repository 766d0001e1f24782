import { Observable, type Observer, type Operator, Subscriber, type Subscription } from 'rxjs';
import { callSafely, type Reporter } from '../model/call-safely.js';

type Next<T> = (value: T) => void;

/**
 * A stream whose subscribers cannot end the process. What one of them throws, or rejects with,
 * could not be caught elsewhere: rxjs throws it from a timer. Here it is passed to the reporter.
 */
export class SafeStream<T> extends Observable<T> {
  /** @param reporter - looked up when something is delivered, called when that fails */
  constructor(
    private readonly reporter: () => Reporter,
    subscribe?: (subscriber: Subscriber<T>) => Subscription,
  ) {
    super(subscribe);
  }

  /** A stream that operators derive from this one is safe too. */
  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    return Object.assign(new SafeStream<R>(this.reporter), { source: this, operator });
  }

  override subscribe(observer?: Partial<Observer<T>> | Next<T> | null): Subscription {
    // An operator's own subscriber passes its errors on; the last one of the chain is the user's.
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
