import { Credentials, CurrentUser, Email, SessionGuard, type User } from '@authnest/core';
import {
  AuthTestingModule,
  CookieClient,
  signInAs,
  SignedInGuard,
  TestMailbox,
} from '@authnest/testing';
import {
  Controller,
  type DynamicModule,
  Get,
  type INestApplication,
  Module,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { OrdersModule } from '../fixtures/testing/orders.module.js';
import { type Platform, platforms } from '../support/test-app.js';

@Controller('orders')
class OpenController {
  @Get() list(@CurrentUser() user: User) {
    return { customer: user.name, orders: [] };
  }
}

/** An application without guards on its controllers, for a global guard. */
@Module({ controllers: [OpenController] })
class GloballyGuarded {}

@Controller('staff')
@UseGuards(SessionGuard)
class StaffController {
  @Get() greet(@CurrentUser() user: User) {
    return { name: user.name };
  }
}

/** A part of an application with an AuthModule of its own. */
function staffModule(auth: DynamicModule): DynamicModule {
  class StaffModule {}
  return { module: StaffModule, imports: [auth], controllers: [StaffController] };
}

const started: INestApplication[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()));
});

async function start(platform: Platform, ...modules: DynamicModule[]): Promise<INestApplication> {
  const imports = [...modules, OrdersModule];
  const testing = await Test.createTestingModule({ imports }).compile();
  const app = testing.createNestApplication(adapterOf(platform), { logger: false });
  started.push(app);
  await app.listen(0, '127.0.0.1');
  return app;
}

function adapterOf(platform: Platform) {
  return platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
}

async function browserOf(app: INestApplication, basePath?: string): Promise<CookieClient> {
  return new CookieClient(await app.getUrl(), { basePath });
}

describe.each(platforms())('AuthTestingModule on %s', (platform) => {
  it('signs in with the link in its mailbox', async () => {
    const app = await start(platform, AuthTestingModule.forRoot());
    const browser = await browserOf(app);
    await browser.signIn('email', { email: 'Jane@Example.com' });

    const mail = await app.get(TestMailbox).waitFor('Jane@example.com');

    expect(mail).toMatchObject({ to: 'jane@example.com', provider: 'email' });
    expect(mail.text).toContain(mail.url);
    await browser.get(mail.url);
    expect((await browser.get('/orders')).status).toBe(200);
  });

  it('waits for a mail that arrives later, and returns each mail once', async () => {
    const app = await start(platform, AuthTestingModule.forRoot());
    const mailbox = app.get(TestMailbox);
    const browser = await browserOf(app);

    const waiting = mailbox.waitFor('jane@example.com');
    await browser.signIn('email', { email: 'otto@example.com' });
    await browser.signIn('email', { email: 'jane@example.com' });
    const first = await waiting;
    await browser.signIn('email', { email: 'jane@example.com' });
    const second = await mailbox.waitFor('jane@example.com');

    expect([first, second]).toEqual(mailbox.mailsTo('jane@example.com'));
    expect(mailbox.lastLink('jane@example.com')).toBe(second.url);
    expect((await mailbox.waitFor('otto@example.com')).to).toBe('otto@example.com');
    mailbox.clear();
    expect(mailbox.mails).toEqual([]);
  });

  it('lists the received mails in the error if the expected one does not arrive', async () => {
    const app = await start(platform, AuthTestingModule.forRoot());
    const mailbox = app.get(TestMailbox);

    expect(() => mailbox.lastLink()).toThrow('TestMailbox: no mail; it is empty');
    await (await browserOf(app)).signIn('email', { email: 'otto@example.com' });

    expect(() => mailbox.lastLink('jane@example.com')).toThrow(
      'TestMailbox: no mail to jane@example.com; it has mails to otto@example.com',
    );
    await expect(mailbox.waitFor('jane@example.com', { seconds: 0 })).rejects.toThrow(
      'no mail to jane@example.com within 0 s; it has mails to otto@example.com',
    );
  });

  it('captures mails from every provider, even if it has its own sender', async () => {
    const sent: string[] = [];
    const sendVerificationRequest = () => sent.push('really');
    const factory = () => Email({ id: 'company', sendVerificationRequest });
    const plain = { ...Email({ id: 'plain' }), options: { sendVerificationRequest } };
    const app = await start(platform, AuthTestingModule.forRoot({ providers: [factory, plain] }));
    const browser = await browserOf(app);

    await browser.signIn('company', { email: 'jane@example.com' });
    await browser.signIn('plain', { email: 'jane@example.com' });

    const mails = app.get(TestMailbox).mailsTo('jane@example.com');
    expect(mails.map(({ provider }) => provider)).toEqual(['company', 'plain']);
    expect(sent).toEqual([]);
  });

  it('separates the users, sessions, secrets and mails of two modules (K75)', async () => {
    const mailbox = new TestMailbox();
    const office = { basePath: '/office/auth', name: 'office', isGlobal: false, mailbox };
    const app = await start(
      platform,
      AuthTestingModule.forRoot(),
      AuthTestingModule.forRoot({}, office),
    );
    const browser = await browserOf(app, '/office/auth');

    await browser.signIn('email', { email: 'jane@example.com' });
    await browser.get(mailbox.lastLink('jane@example.com'));

    expect((await browser.get('/office/auth/session')).json()).toMatchObject({
      user: { email: 'jane@example.com' },
    });
    expect((await browser.get('/auth/session')).json()).toBeNull();
    expect((await browser.get('/orders')).status).toBe(401);
  });

  it('guards the handlers of the module that imports it, and not those of others', async () => {
    const staff = { basePath: '/staff/auth', name: 'staff', isGlobal: false };
    const app = await start(
      platform,
      AuthTestingModule.forRoot(),
      staffModule(AuthTestingModule.forRoot({}, staff)),
    );
    const colleague = await signInAs(app, { name: 'Kim' }, { name: 'staff' });
    const customer = await signInAs(app, { name: 'Jane' }, { name: '/auth' });

    expect((await colleague.client.get('/staff')).json()).toEqual({ name: 'Kim' });
    expect((await customer.client.get('/staff')).status).toBe(401);
    expect((await customer.client.get('/orders')).status).toBe(200);
    expect((await colleague.client.get('/orders')).status).toBe(401);
  });

  it('provides the guard to the module that imports it, if it is not global', async () => {
    const testing = await Test.createTestingModule({
      imports: [AuthTestingModule.forRoot({}, { isGlobal: false }), GloballyGuarded],
      providers: [{ provide: APP_GUARD, useExisting: SessionGuard }],
    }).compile();
    const app = testing.createNestApplication(adapterOf(platform), { logger: false });
    started.push(app);
    await app.listen(0, '127.0.0.1');

    expect((await (await browserOf(app)).get('/orders')).status).toBe(401);
    const { client } = await signInAs(app, { name: 'Jane' });
    expect((await client.get('/orders')).json()).toEqual({ customer: 'Jane', orders: [] });
  });

  it('does not limit repeated attempts', async () => {
    const authorize = () => null;
    const providers = [Credentials({ credentials: {}, authorize })];
    const app = await start(platform, AuthTestingModule.forRoot({ providers }));
    const browser = await browserOf(app);
    const locations = new Set<string | undefined>();

    for (let attempt = 0; attempt < 30; attempt += 1) {
      locations.add((await browser.signIn('credentials')).location?.replace(/.*\?/, ''));
    }

    expect([...locations]).toEqual(['error=CredentialsSignin&code=credentials']);
  });

  it('supports another session strategy, which signInAs uses', async () => {
    const session = { strategy: 'jwt' as const };
    const app = await start(platform, AuthTestingModule.forRoot({ session }));

    const { client, cookie } = await signInAs(app, { name: 'Jane' });

    expect(cookie).toContain('=eyJ');
    expect((await client.get('/orders')).json()).toEqual({ customer: 'Jane', orders: [] });
  });

  it('does not start in production', () => {
    const { NODE_ENV } = process.env;
    process.env['NODE_ENV'] = 'production';
    try {
      expect(() => AuthTestingModule.forRoot()).toThrow(/AuthTestingModule: for tests only/);
    } finally {
      process.env['NODE_ENV'] = NODE_ENV;
    }
  });
});

describe.each(platforms())('SignedInGuard on %s', (platform) => {
  it.each(['overrideGuard', 'overrideProvider'] as const)(
    'provides its user to @CurrentUser() with %s (K75)',
    async (override) => {
      const isGlobal = override === 'overrideProvider';
      const testing = Test.createTestingModule({
        imports: [AuthTestingModule.forRoot(), isGlobal ? GloballyGuarded : OrdersModule],
        providers: isGlobal ? [{ provide: APP_GUARD, useExisting: SessionGuard }] : [],
      });
      testing[override](SessionGuard).useValue(new SignedInGuard({ name: 'Jane' }));
      const app = (await testing.compile()).createNestApplication(adapterOf(platform));
      started.push(app);
      await app.listen(0, '127.0.0.1');

      const { body } = await request(app.getHttpServer()).get('/orders').expect(200);

      expect(body).toEqual({ customer: 'Jane', orders: [] });
    },
  );
});
