import {
  type AuthEventRecord,
  type AuthEvents,
  type EventHandlers,
  EventsService,
  OnAuthEvent,
} from '@authnest/core';
import { Controller, Inject, Injectable, Logger, type ModuleMetadata, Scope } from '@nestjs/common';
import { INQUIRER, REQUEST } from '@nestjs/core';
import { EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { take } from 'rxjs';
import { Deferred } from '../support/deferred.js';
import { JANE, platforms, TestApp, type TestAppOptions } from '../support/test-app.js';

/** Records which listener received which event, in order. */
@Injectable()
class Heard {
  readonly lines: string[] = [];
}

@Injectable()
class Audit {
  constructor(private readonly heard: Heard) {}

  @OnAuthEvent('signIn') async signedIn({ user, account }: AuthEvents['signIn']): Promise<void> {
    await Promise.resolve();
    this.heard.lines.push(`Audit.signIn ${user.name} ${account?.provider}`);
  }

  @OnAuthEvent('signOut') signedOut(): void {
    this.heard.lines.push('Audit.signOut');
  }
}

@Controller('audit')
class AuditController {
  constructor(private readonly heard: Heard) {}

  @OnAuthEvent('signIn') signedIn(): void {
    this.heard.lines.push('AuditController.signIn');
  }
}

@Injectable()
class EmitterListener {
  constructor(private readonly heard: Heard) {}

  @OnEvent('auth.signIn') signedIn({ user }: AuthEvents['signIn']): void {
    this.heard.lines.push(`OnEvent ${user.name}`);
  }

  @OnEvent('auth.*') anything(): void {
    this.heard.lines.push('OnEvent auth.*');
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedAudit {
  constructor(
    private readonly heard: Heard,
    @Inject(REQUEST) readonly request: object,
  ) {}

  @OnAuthEvent('signIn') signedIn(): void {
    this.heard.lines.push('ScopedAudit');
  }
}

/** Each provider that injects it has an instance of its own. */
@Injectable({ scope: Scope.TRANSIENT })
class TransientAudit {
  constructor(
    private readonly heard: Heard,
    @Inject(INQUIRER) private readonly owner: object,
  ) {}

  @OnAuthEvent('signIn') signedIn(): void {
    this.heard.lines.push(`TransientAudit of ${this.owner.constructor.name}`);
  }
}

@Injectable()
class Orders {
  constructor(readonly audit: TransientAudit) {}
}

@Injectable()
class Invoices {
  constructor(readonly audit: TransientAudit) {}
}

@Injectable()
class InAndOut {
  constructor(private readonly heard: Heard) {}

  @OnAuthEvent('signIn')
  @OnAuthEvent('signOut')
  either(message: AuthEvents['signIn'] | AuthEvents['signOut']): void {
    this.heard.lines.push('user' in message ? 'in' : 'out');
  }
}

/** A class whose instance is the option `events`; its methods use `this`. */
class Handlers implements Partial<EventHandlers> {
  constructor(private readonly heard: Heard) {}

  signIn({ user }: AuthEvents['signIn']): void {
    this.heard.lines.push(`events.signIn ${user.name}`);
  }

  signOut(): void {
    this.heard.lines.push('events.signOut');
  }
}

describe.each(platforms())('event listeners on %s', (platform) => {
  let app: TestApp;
  let heard: Heard;

  beforeEach(() => {
    heard = new Heard();
  });
  afterEach(() => app.close());

  async function start(module: ModuleMetadata, config: TestAppOptions['config'] = {}) {
    const { providers = [], ...rest } = module;
    app = await TestApp.start({
      platform,
      config,
      module: { ...rest, providers: [{ provide: Heard, useValue: heard }, ...providers] },
    });
  }

  async function signInAndOut(): Promise<void> {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    await browser.signOut();
  }

  it('are the functions in the option `events`', async () => {
    await start(
      {},
      {
        events: {
          signIn: ({ user }) => void heard.lines.push(`in ${user.name}`),
          signOut: () => void heard.lines.push('out'),
        },
      },
    );
    await signInAndOut();

    expect(heard.lines).toEqual(['in jane', 'out']);
  });

  it('are the methods of a class instance that is the option `events`', async () => {
    await start({}, { events: new Handlers(heard) });
    await signInAndOut();

    expect(heard.lines).toEqual(['events.signIn jane', 'events.signOut']);
  });

  it('are methods of providers and controllers, each called once whatever its injection tokens', async () => {
    await start({
      providers: [Audit, { provide: 'AUDIT', useExisting: Audit }],
      controllers: [AuditController],
    });
    await signInAndOut();

    expect(heard.lines).toEqual([
      'Audit.signIn jane credentials',
      'AuditController.signIn',
      'Audit.signOut',
    ]);
  });

  it('are not methods of request-scoped providers, which have no instance to call', async () => {
    await start({ providers: [Audit, ScopedAudit] });
    await signInAndOut();

    expect(heard.lines).toEqual(['Audit.signIn jane credentials', 'Audit.signOut']);
    expect(app.logs.errors).toEqual([]);
  });

  it('with @OnAuthEvent on a request-scoped provider are named in a warning at start', async () => {
    const warnings: string[] = [];
    const ignore = (): void => undefined;
    const warn = (line: string): void => void warnings.push(line);
    app = await TestApp.start({
      platform,
      appOptions: { logger: { log: ignore, error: ignore, warn } },
      module: { providers: [{ provide: Heard, useValue: heard }, Audit, ScopedAudit] },
    });
    Logger.overrideLogger(false);

    expect(warnings).toEqual([
      'ScopedAudit.signedIn is not called for the event `signIn`: its class, or a provider that it injects, is request-scoped',
    ]);
  });

  it('are methods of each instance of a transient provider', async () => {
    await start({ providers: [TransientAudit, Orders, Invoices] });
    await signInAndOut();

    expect(heard.lines).toEqual(['TransientAudit of Orders', 'TransientAudit of Invoices']);
    expect(app.logs.errors).toEqual([]);
  });

  it('may listen to several events with one method', async () => {
    await start({ providers: [InAndOut] });
    await signInAndOut();

    expect(heard.lines).toEqual(['in', 'out']);
  });

  it('are subscribers to the typed stream', async () => {
    await start({});
    const records: AuthEventRecord[] = [];
    const events = app.app.get(EventsService);
    events.stream.pipe(take(2)).subscribe((record) => records.push(record));
    events.on('signOut').subscribe((message) => {
      if ('token' in message) heard.lines.push(`out ${message.token?.name}`);
    });
    await signInAndOut();
    await signInAndOut();

    expect(heard.lines).toEqual(['out jane', 'out jane']);
    expect(records).toEqual([
      { name: 'signIn', message: expect.objectContaining({ user: expect.anything() as object }) },
      { name: 'signOut', message: { token: expect.objectContaining({ name: 'jane' }) as object } },
    ]);
  });

  it('are methods with @OnEvent, if EventEmitterModule is imported', async () => {
    await start({
      imports: [EventEmitterModule.forRoot({ wildcard: true })],
      providers: [EmitterListener],
    });
    await signInAndOut();

    expect(heard.lines).toEqual(['OnEvent jane', 'OnEvent auth.*', 'OnEvent auth.*']);
  });

  it('run in order: stream subscribers and @OnEvent, then the option, then @OnAuthEvent', async () => {
    await start(
      {
        imports: [EventEmitterModule.forRoot()],
        providers: [EmitterListener, Audit],
        controllers: [AuditController],
      },
      {
        events: {
          signIn: async () => {
            await Promise.resolve();
            heard.lines.push('events.signIn');
          },
        },
      },
    );
    app.app
      .get(EventsService)
      .on('signIn')
      .subscribe(() => heard.lines.push('stream'));
    await app.client().signIn('credentials', JANE);

    expect(heard.lines).toEqual([
      'stream',
      'OnEvent jane',
      'events.signIn',
      'Audit.signIn jane credentials',
      'AuditController.signIn',
    ]);
  });

  it('are awaited before the response is sent', async () => {
    const held = new Deferred();
    await start({}, { events: { signIn: () => held.promise } });
    let responded = false;
    const signingIn = app
      .client()
      .signIn('credentials', JANE)
      .finally(() => (responded = true));
    await app.client().session();

    expect(responded).toBe(false);
    held.resolve();
    expect((await signingIn).status).toBe(302);
  });

  it('receive only the events of their own application', async () => {
    await start({ providers: [Audit] });
    const other = new Heard();
    const second = await TestApp.start({
      platform,
      module: { providers: [Audit, { provide: Heard, useValue: other }] },
    });
    await second.client().signIn('credentials', JANE);
    await second.close();

    expect(heard.lines).toEqual([]);
    expect(other.lines).toEqual(['Audit.signIn jane credentials']);
  });
});
