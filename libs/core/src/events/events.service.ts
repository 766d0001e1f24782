import { Injectable } from '@nestjs/common';
import { filter, map, type Observable, Subject } from 'rxjs';
import type { AuthEventName, AuthEvents } from '../config/event-handlers.js';
import { EventError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../exchange/session-context.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import { withTimeout } from '../model/with-timeout.js';
import { type EventListener, EventListenersService } from './event-listeners.service.js';

/** How long all listeners of one event may take together, milliseconds. */
const BUDGET_MS = 5000;

/** One event on the stream. */
export type AuthEventRecord = {
  [E in AuthEventName]: { readonly name: E; readonly message: AuthEvents[E] };
}[AuthEventName];

/**
 * Tells the application what happened. Listeners are awaited in order, for at most five seconds
 * together; one that fails or is slow is logged and never fails the request.
 * @see specification, Events; wire contract EV-1, EV-2
 */
@Injectable()
export class EventsService {
  private readonly subject = new Subject<AuthEventRecord>();

  /** Every event of the application, as it happens. */
  readonly stream: Observable<AuthEventRecord> = this.subject.asObservable();

  constructor(private readonly listeners: EventListenersService) {}

  /** The messages of one event. */
  on<E extends AuthEventName>(name: E): Observable<AuthEvents[E]> {
    return this.stream.pipe(
      filter((record) => record.name === name),
      map((record) => record.message as AuthEvents[E]),
    );
  }

  /** Whether anybody would hear of it. */
  isHeard(ctx: SessionContext, name: AuthEventName): boolean {
    return (
      this.subject.observed ||
      this.listeners.eventEmitters.length > 0 ||
      this.listenersOf(ctx, name).length > 0
    );
  }

  /** Tells everyone; nothing is awaited where nobody listens. */
  emit<E extends AuthEventName>(
    ctx: SessionContext,
    name: E,
    message: AuthEvents[E],
  ): MaybePromise<void> {
    const listeners = this.listenersOf(ctx, name);
    if (this.subject.observed) this.safely(ctx, 'a subscriber', () => this.publish(name, message));
    for (const emitter of this.listeners.eventEmitters) {
      this.safely(ctx, 'EventEmitter2', () => emitter.emit(`auth.${name}`, message));
    }
    return listeners.length === 0 ? undefined : this.callAll(ctx, listeners, message);
  }

  private publish<E extends AuthEventName>(name: E, message: AuthEvents[E]): void {
    this.subject.next({ name, message } as AuthEventRecord);
  }

  private listenersOf<E extends AuthEventName>(
    ctx: SessionContext,
    name: E,
  ): readonly EventListener[] {
    const { events } = ctx.config;
    if (typeof events[name] !== 'function') return this.listeners.of(name);
    const call = (message: unknown): unknown => events[name]?.(message as AuthEvents[E]);
    return [{ name: `events.${name}`, call }, ...this.listeners.of(name)];
  }

  private async callAll(
    ctx: SessionContext,
    listeners: readonly EventListener[],
    message: unknown,
  ): Promise<void> {
    const end = Date.now() + BUDGET_MS;
    for (const listener of listeners) {
      const { name } = listener;
      try {
        const result = listener.call(message);
        if (isPromiseLike(result)) await withTimeout(result, Math.max(0, end - Date.now()), name);
      } catch (thrown) {
        ctx.logger.error(new EventError(`the listener ${name} failed`, { err: toError(thrown) }));
      }
    }
  }

  private safely({ logger }: SessionContext, name: string, call: () => unknown): void {
    try {
      call();
    } catch (thrown) {
      logger.error(new EventError(`${name} failed`, { err: toError(thrown) }));
    }
  }
}
