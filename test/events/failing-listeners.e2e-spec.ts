import { jest } from '@jest/globals';
import { type AuthConfig, type AuthEventName, EventsService, OnAuthEvent } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { currentAdapter } from '../support/current-adapter.js';
import { Deferred } from '../support/deferred.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { JANE, platforms, TestApp, type TestAppOptions } from '../support/test-app.js';

const boom = (): never => {
  throw new Error('canary-free bug');
};

/** Ways in which a handler can fail immediately. */
const FAILURES: [string, () => unknown][] = [
  ['throws', boom],
  ['rejects', () => Promise.reject(new Error('canary-free bug'))],
  ['rejects with a string', () => Promise.reject('canary-free text' as unknown as Error)],
];

@Injectable()
class FailingMethod {
  @OnAuthEvent('signIn') signedIn(): void {
    boom();
  }
}

@Injectable()
class FailingEmitterMethod {
  @OnEvent('auth.signIn', { suppressErrors: false }) signedIn(): void {
    boom();
  }
}

describe.each(platforms())('an event handler on %s (H12)', (platform) => {
  let provider: OidcProvider;
  /** Has a handler for each event, of which a test can make one fail. */
  let shared: TestApp | undefined;
  let app: TestApp;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());
  afterEach(async () => {
    jest.useRealTimers();
    if (app !== shared) await app.close();
  });

  async function start(config: TestAppOptions['config'], module: ModuleMetadata = {}) {
    app = await TestApp.start({
      platform,
      module,
      config: { adapter: new MemoryAdapter(), ...config },
    });
  }

  /** Signs up, reads the session and signs out, for every event except `updateUser`. */
  async function doEverything(): Promise<void> {
    await provider.register(app, 'idp');
    const browser = app.client();
    const signedIn = await browser.get(await authorize(browser, 'idp'));
    expect(signedIn).toMatchObject({ status: 302, location: `${app.url}/home` });
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
    expect((await browser.signOut()).status).toBe(302);
    expect(await browser.session()).toBeNull();
  }

  const EVENTS: AuthEventName[] = ['createUser', 'linkAccount', 'signIn', 'session', 'signOut'];

  describe('for each event', () => {
    let failing: { event: AuthEventName; fail: () => unknown } | undefined;
    let adapter: MemoryAdapter;

    beforeAll(async () => {
      adapter = new MemoryAdapter();
      const handlers = EVENTS.map((event) => [
        event,
        () => (failing?.event === event ? failing.fail() : undefined),
      ]);
      await start({
        adapter: currentAdapter(() => adapter),
        providers: [provider.config('idp')],
        events: Object.fromEntries(handlers) as AuthConfig['events'],
      });
      shared = app;
    });
    beforeEach(() => {
      adapter = new MemoryAdapter();
    });
    afterAll(async () => {
      await shared?.close();
      shared = undefined;
    });

    describe.each(FAILURES)('that %s', (_, fail) => {
      it.each(EVENTS)('changes nothing and logs one line: %s', async (event) => {
        const known = app.logs.errors.length;
        failing = { event, fail };
        await doEverything();

        expect(app.logs.types.slice(known)).toEqual(['EventError']);
        expect(app.logs.errors[known]?.message).toBe(`the listener events.${event} failed`);
      });
    });
  });

  it.each<[string, ModuleMetadata, string]>([
    ['@OnAuthEvent', { providers: [FailingMethod] }, 'the listener FailingMethod.signedIn failed'],
    [
      '@OnEvent',
      { imports: [EventEmitterModule.forRoot()], providers: [FailingEmitterMethod] },
      'a listener of EventEmitter2 failed',
    ],
  ])('with %s that throws changes nothing and logs one line', async (_, module, line) => {
    await start({}, module);
    const browser = app.client();

    expect((await browser.signIn('credentials', JANE)).location).toBe(app.url);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect(app.logs.errors.map(({ message }) => message)).toEqual([line]);
  });

  it.each(FAILURES)('on the stream that %s changes nothing and logs one line', async (_, fail) => {
    await start({});
    app.app.get(EventsService).on('signIn').subscribe(fail);
    const browser = app.client();

    expect((await browser.signIn('credentials', JANE)).location).toBe(app.url);
    expect(app.logs.errors.map(({ message }) => message)).toEqual([
      'a subscriber of the stream failed',
    ]);
  });

  it('that never settles is abandoned after 5 s, and later handlers are still called', async () => {
    const called = new Deferred();
    const heard: string[] = [];
    @Injectable()
    class Late {
      @OnAuthEvent('signIn') signedIn(): void {
        heard.push('Late');
      }
    }
    await start(
      {
        events: {
          signIn: () => {
            called.resolve();
            return new Promise(() => undefined);
          },
        },
      },
      { providers: [Late] },
    );
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    let responded = false;
    const signingIn = browser
      .post('/auth/callback/credentials', { form: { csrfToken, ...JANE } })
      .finally(() => (responded = true));
    await called.promise;

    await jest.advanceTimersByTimeAsync(4999);
    expect(responded).toBe(false);
    expect(heard).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();

    expect((await signingIn).location).toBe(app.url);
    expect(heard).toEqual(['Late']);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect(app.logs.errors.map(({ message }) => message)).toEqual([
      'the listener events.signIn failed',
    ]);
  });

  it('that is slow shares the 5 s with the other handlers for the event', async () => {
    const called: Deferred[] = [new Deferred(), new Deferred()];
    const waiting = (index: number) => {
      called[index]?.resolve();
      return new Promise<void>((resolve) => {
        setTimeout(resolve, 3000);
      });
    };
    @Injectable()
    class Second {
      @OnAuthEvent('signIn') signedIn(): Promise<void> {
        return waiting(1);
      }
    }
    await start({ events: { signIn: () => waiting(0) } }, { providers: [Second] });
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const signingIn = browser.post('/auth/callback/credentials', {
      form: { csrfToken, ...JANE },
    });
    await called[0]?.promise;
    await jest.advanceTimersByTimeAsync(3000);
    await called[1]?.promise;
    await jest.advanceTimersByTimeAsync(2000);
    jest.useRealTimers();

    expect((await signingIn).location).toBe(app.url);
    expect(app.logs.errors.map(({ message }) => message)).toEqual([
      'the listener Second.signedIn failed',
    ]);
  });
});
