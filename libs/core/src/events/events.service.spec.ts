import { jest } from '@jest/globals';
import { Injectable, Module, type ModuleMetadata } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import { Test } from '@nestjs/testing';
import { aContext } from '../../../../test/support/a-context.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import type { AuthEvents, EventHandlers } from '../config/options/events.js';
import { EventListenersService } from './event-listeners.service.js';
import { EventsService } from './events.service.js';
import { OnAuthEvent } from './on-auth-event.decorator.js';

const MESSAGE: AuthEvents['createUser'] = { user: { name: 'Jane' } };

/** Records the calls of the listeners, in order. */
@Injectable()
class Heard {
  readonly lines: string[] = [];
}

@Injectable()
class Listener {
  private readonly name = 'method';
  constructor(private readonly heard: Heard) {}

  @OnAuthEvent('createUser') onCreated({ user }: AuthEvents['createUser']): void {
    this.heard.lines.push(`${this.name} ${String(user.name)}`);
  }

  @OnAuthEvent('signOut') onSignOut(): void {
    this.heard.lines.push('signOut');
  }

  @OnAuthEvent('updateUser') neverSettles(): Promise<void> {
    this.heard.lines.push('updateUser');
    return new Promise(() => undefined);
  }
}

@Injectable()
class InheritingListener extends Listener {}

@Module({
  imports: [DiscoveryModule, EventEmitterModule.forRoot()],
  providers: [EventListenersService, EventsService, Heard, Listener, InheritingListener],
})
class EventsModule {}

async function start() {
  const module = await Test.createTestingModule({ imports: [EventsModule] }).compile();
  await module.init();
  const { lines } = module.get(Heard);
  const logger = new LogCollector();
  const emit = (events: Partial<EventHandlers> = {}) =>
    module.get(EventsService).emit(aContext({ config: { events, logger } }), 'createUser', MESSAGE);
  return { module, lines, logger, emit };
}

/** Starts the service with nothing that listens, except these parts. */
async function startWith({ imports = [], providers = [] }: ModuleMetadata): Promise<EventsService> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, ...imports],
    providers: [EventListenersService, EventsService, ...providers],
  }).compile();
  await module.init();
  return module.get(EventsService);
}

describe('EventsService', () => {
  it('calls the option, then the methods with their `this`, even inherited ones', async () => {
    const { emit, lines } = await start();

    await emit({ createUser: ({ user }) => lines.push(`option ${String(user.name)}`) });

    expect(lines).toEqual(['option Jane', 'method Jane', 'method Jane']);
  });

  it('awaits each listener before it calls the next', async () => {
    const { emit, lines } = await start();

    await emit({
      createUser: async () => {
        await new Promise(setImmediate);
        lines.push('option');
      },
    });

    expect(lines).toEqual(['option', 'method Jane', 'method Jane']);
  });

  it("publishes to `stream`, to `on`, and to the application's event emitter", async () => {
    const { module, emit } = await start();
    const seen: unknown[] = [];
    const events = module.get(EventsService);
    events.stream.subscribe((record) => seen.push(record));
    events.on('createUser').subscribe((message) => seen.push(message));
    events.on('signOut').subscribe((message) => seen.push(message));
    module.get(EventEmitter2).on('auth.createUser', (message) => seen.push(['emitter', message]));

    await emit();

    expect(seen).toEqual([{ name: 'createUser', message: MESSAGE }, MESSAGE, ['emitter', MESSAGE]]);
  });

  it.each<[string, ModuleMetadata, Partial<EventHandlers>]>([
    ['an option', {}, { signOut: () => undefined }],
    ['a method', { providers: [Heard, Listener] }, {}],
    ["the application's event emitter", { imports: [EventEmitterModule.forRoot()] }, {}],
  ])('reports an event as heard if %s listens', async (_, parts, events) => {
    const service = await startWith(parts);

    expect(service.isHeard(aContext({ config: { events } }), 'signOut')).toBe(true);
  });

  it('reports an event as heard only while the stream is observed, if nothing else listens', async () => {
    const service = await startWith({});
    const isHeard = () => service.isHeard(aContext({ config: {} }), 'signOut');

    expect(isHeard()).toBe(false);
    const subscription = service.stream.subscribe(() => undefined);
    expect(isHeard()).toBe(true);
    subscription.unsubscribe();
    expect(isHeard()).toBe(false);
  });

  it('logs a listener that throws or rejects, and continues (H12)', async () => {
    const { emit, lines, logger } = await start();
    const fail = () => {
      throw new Error('of the application');
    };

    await emit({ createUser: fail });
    await emit({ createUser: async () => fail() });

    expect(lines).toEqual(Array(4).fill('method Jane'));
    expect(logger.types).toEqual(['EventError', 'EventError']);
    expect(logger.errors[0]).toMatchObject({ message: 'the listener events.createUser failed' });
  });

  it('logs an emitter that throws, and continues (H12)', async () => {
    const { module, emit, lines, logger } = await start();
    module.get(EventEmitter2).on('auth.createUser', () => {
      throw new Error('of the application');
    });

    await emit();

    expect(lines).toHaveLength(2);
    expect(logger.types).toEqual(['EventError']);
  });

  it('waits at most five seconds for all listeners together (H12)', async () => {
    const { module, lines, logger } = await start();
    const events = { updateUser: () => new Promise<void>(() => undefined) };
    const ctx = aContext({ config: { events, logger } });
    jest.useFakeTimers();
    const settled: string[] = [];

    const emitted = Promise.resolve(
      module.get(EventsService).emit(ctx, 'updateUser', MESSAGE),
    ).then(() => settled.push('done'));
    await jest.advanceTimersByTimeAsync(4999);
    expect(settled).toEqual([]);
    await jest.advanceTimersByTimeAsync(10);
    await emitted;
    jest.useRealTimers();

    expect(settled).toEqual(['done']);
    expect(lines).toEqual(['updateUser', 'updateUser']);
    expect(logger.types).toEqual(['EventError', 'EventError', 'EventError']);
  });

  it('returns no promise if there are no listeners', async () => {
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [EventListenersService, EventsService],
    }).compile();
    await module.init();

    expect(module.get(EventsService).emit(aContext(), 'createUser', MESSAGE)).toBeUndefined();
  });
});
