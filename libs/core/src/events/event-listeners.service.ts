import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AuthEventName } from '../config/options/events.js';
import { ON_AUTH_EVENT } from './on-auth-event.token.js';

/** A listener, however it was declared. */
export interface EventListener {
  /** Logged if the listener fails. */
  readonly name: string;
  call(message: unknown): unknown;
}

/** A method with `@OnAuthEvent`, and one of its events. */
interface ListeningMethod {
  readonly event: AuthEventName;
  readonly name: string;
  readonly handler: { call(self: object, message: unknown): unknown };
}

/** The part of `EventEmitter2` that is used; the package is an optional peer dependency. */
interface Emitter {
  /** Calls the listeners at once; the promise waits for async listeners. */
  emitAsync(event: string, message: unknown): Promise<unknown>;
}

/** Finds the listeners: methods with `@OnAuthEvent`, and the application's `EventEmitter2`. */
@Injectable()
export class EventListenersService implements OnApplicationBootstrap {
  private readonly methods = new Map<AuthEventName, EventListener[]>();
  private readonly emitters = new Set<Emitter>();
  private readonly logger = new Logger('Authnest');

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Returns the methods that listen to one event, in the order in which they were found. */
  of(event: AuthEventName): readonly EventListener[] {
    return this.methods.get(event) ?? NONE;
  }

  /** Whether any listener receives the event. An `EventEmitter2` receives every event. */
  hears(event: AuthEventName): boolean {
    return this.emitters.size > 0 || this.methods.has(event);
  }

  /** The application's event emitters; at most one in practice. */
  get eventEmitters(): ReadonlySet<Emitter> {
    return this.emitters;
  }

  onApplicationBootstrap(): void {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    const instances = new Set<object>();
    for (const wrapper of wrappers) {
      const isScoped = !wrapper.isDependencyTreeStatic();
      for (const instance of instancesOf(wrapper)) {
        if (typeof instance !== 'object' || instance === null) continue;
        if (isScoped) {
          this.reportScoped(instance);
          continue;
        }
        if (wrapper.token === instance.constructor && isEmitter(instance)) {
          this.emitters.add(instance);
        }
        // One instance may be registered under several tokens.
        instances.add(instance);
      }
    }
    for (const instance of instances) {
      for (const { event, name, handler } of this.listenersIn(instance)) {
        const call = (message: unknown): unknown => handler.call(instance, message) as unknown;
        this.methods.set(event, [...this.of(event), { name, call }]);
      }
    }
  }

  /** A request-scoped provider has no instance to call, only its prototype. */
  private reportScoped(instance: object): void {
    for (const { event, name } of this.listenersIn(instance)) {
      this.logger.warn(
        `${name} is not called for the event \`${event}\`: its class, or a provider that it injects, is request-scoped`,
      );
    }
  }

  private *listenersIn(instance: object): Iterable<ListeningMethod> {
    const prototype = Object.getPrototypeOf(instance) as object | null;
    if (prototype === null || prototype === Object.prototype) return;
    for (const method of this.scanner.getAllMethodNames(prototype)) {
      const handler: unknown = (prototype as Record<string, unknown>)[method];
      if (typeof handler !== 'function') continue;
      const events = Reflect.getMetadata(ON_AUTH_EVENT, handler) as AuthEventName[] | undefined;
      for (const event of events ?? []) {
        yield { event, handler, name: `${instance.constructor.name}.${method}` };
      }
    }
  }
}

/** A transient provider has an instance for each provider that injects it. */
function instancesOf(wrapper: ReturnType<DiscoveryService['getProviders']>[number]): unknown[] {
  if (!wrapper.isTransient || !wrapper.isDependencyTreeStatic()) return [wrapper.instance];
  return wrapper.getStaticTransientInstances().map((one) => one?.instance as unknown);
}

/** Checks for methods, since the package may not be installed and must not be loaded for this. */
function isEmitter(value: object): value is Emitter {
  return (
    'emitAsync' in value &&
    typeof value.emitAsync === 'function' &&
    'onAny' in value &&
    typeof value.onAny === 'function'
  );
}

const NONE: readonly EventListener[] = [];
