import { Injectable } from '@nestjs/common';
import { filter, map, type Observable, Subject } from 'rxjs';
import type { AuthEventName, AuthEvents } from '../config/options/events.js';
import { EventError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { SessionContext } from '../request/context/session-context.js';
import { deepCopy } from '../model/deep-copy.js';
import { callSafely } from '../model/call-safely.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import { withTimeout } from '../model/with-timeout.js';
import { type EventListener, EventListenersService } from './event-listeners.service.js';
import { SafeStream } from './safe-stream.js';

/** How long all listeners of one event may take together, in milliseconds. */
const BUDGET_MS = 5000;

/** The part of a context that an event needs. */
export type EventContext = Pick<SessionContext, 'config' | 'logger'>;

/** One event on the stream. */
export type AuthEventRecord = {
  [E in AuthEventName]: { readonly name: E; readonly message: AuthEvents[E] };
}[AuthEventName];

/**
 * Informs the application about events. Listeners are awaited in order, for at most five seconds in
 * total; a listener that fails or is slow is logged, and never makes the request fail.
 * @see docs/design/wire-contract.md 9.2, EV-1, EV-2
 */
@Injectable()
export class EventsService {
  private readonly subject = new Subject<AuthEventRecord>();
  private readonly fallbackLogger = createAuthLogger();
  /** The loggers of the requests whose events are being published; the current one is last. */
  private readonly publishing: AuthLogger[] = [];

  /** Every event of the application, as it happens. Errors of subscribers are logged. */
  readonly stream: Observable<AuthEventRecord> = new SafeStream(
    () => reporter(this.publishing.at(-1) ?? this.fallbackLogger, 'a subscriber of the stream'),
    (subscriber) => this.subject.subscribe(subscriber),
  );

  constructor(private readonly listeners: EventListenersService) {}

  /** Returns the messages of one event. */
  on<E extends AuthEventName>(name: E): Observable<AuthEvents[E]> {
    return this.stream.pipe(
      filter((record) => record.name === name),
      map((record) => record.message as AuthEvents[E]),
    );
  }

  /** Whether the event has a listener. */
  isHeard(ctx: EventContext, name: AuthEventName): boolean {
    return (
      this.subject.observed ||
      typeof ctx.config.events[name] === 'function' ||
      this.listeners.hears(name)
    );
  }

  /**
   * Calls every listener, with a copy of the message: nothing depends on what they do with it.
   * Returns no promise if there is nothing to await.
   * @see docs/design/security-bar.md ID27
   */
  emit<E extends AuthEventName>(
    ctx: EventContext,
    name: E,
    facts: AuthEvents[E],
  ): MaybePromise<void> {
    if (!this.isHeard(ctx, name)) return undefined;
    const listeners = this.listenersOf(ctx, name);
    const message = deepCopy(facts);
    if (this.subject.observed) this.publish(ctx, name, message);
    for (const emitter of this.listeners.eventEmitters) {
      callSafely(reporter(ctx.logger, 'a listener of EventEmitter2'), () =>
        emitter.emitAsync(`auth.${name}`, message),
      );
    }
    return listeners.length === 0 ? undefined : this.callAll(ctx, listeners, message);
  }

  private publish<E extends AuthEventName>(
    { logger }: EventContext,
    name: E,
    message: AuthEvents[E],
  ): void {
    this.publishing.push(logger);
    this.subject.next({ name, message } as AuthEventRecord);
    this.publishing.pop();
  }

  private listenersOf<E extends AuthEventName>(
    ctx: EventContext,
    name: E,
  ): readonly EventListener[] {
    const { events } = ctx.config;
    if (typeof events[name] !== 'function') return this.listeners.of(name);
    const call = (message: unknown): unknown => events[name]?.(message as AuthEvents[E]);
    return [{ name: `events.${name}`, call }, ...this.listeners.of(name)];
  }

  private async callAll(
    ctx: EventContext,
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
        reporter(ctx.logger, `the listener ${name}`)(thrown);
      }
    }
  }
}

function reporter(logger: AuthLogger, name: string): (thrown: unknown) => void {
  return (thrown) => logger.error(new EventError(`${name} failed`, { err: toError(thrown) }));
}
