import {
  type AuthConfig,
  AuthModule,
  AuthService,
  Credentials,
  CurrentUser,
  SessionGuard,
  type User,
} from '@authnest/core';
import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, OTTO, platforms, SECRET, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

@Injectable()
class Invoices {
  constructor(readonly auth: AuthService) {}
}

@Module({ imports: [AuthModule], controllers: [OrdersController] })
class OrdersModule {}

@Module({ imports: [AuthModule, OrdersModule], providers: [Invoices] })
class InvoicesModule {}

const logs = new LogCollector();
/** Returns the configuration of an area of the application that has its own users. */
const area = (name: string): AuthConfig => ({
  secret: `${SECRET}-of-${name}`,
  trustHost: true,
  logger: logs,
  cookies: { sessionToken: { name: `${name}.session` } },
  providers: [
    Credentials({
      ...credentials(),
      authorize: (form) => {
        const user = credentials().authorize(form);
        return user && { ...user, name: `${user.name} of ${name}` };
      },
    }),
  ],
});

@Controller('staff')
@UseGuards(SessionGuard)
class StaffController {
  @Get() show(@CurrentUser() user: User) {
    return user.name;
  }
}

@Module({
  imports: [AuthModule.forRoot(area('staff'), { basePath: '/staff/auth', isGlobal: false })],
  controllers: [StaffController],
})
class StaffModule {}

@Controller('customers')
@UseGuards(SessionGuard)
class CustomersController {
  @Get() show(@CurrentUser() user: User) {
    return user.name;
  }
}

@Module({ controllers: [CustomersController] })
class CustomersModule {}

describe.each(platforms())('AuthModule imported more than once on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  it('by its bare class in feature modules changes nothing', async () => {
    app = await TestApp.start({ platform, module: { imports: [OrdersModule, InvoicesModule] } });

    await expectWholeJob(app);
    expect(app.app.get(Invoices, { strict: false }).auth).toBe(app.app.get(AuthService));
  });

  it('with isGlobal off serves the modules that import it', async () => {
    app = await TestApp.start({
      platform,
      extras: { isGlobal: false },
      module: { controllers: [OrdersController] },
    });

    await expectWholeJob(app);
  });

  describe('at two places, each with its own configuration', () => {
    beforeEach(async () => {
      const auth = AuthModule.forRoot(area('customers'), {
        basePath: '/customers/auth',
        isGlobal: false,
      });
      app = await TestApp.start({
        platform,
        auth: () => ({ ...auth, global: true }),
        extras: { basePath: '/customers/auth' },
        module: { imports: [StaffModule, CustomersModule] },
      });
    });

    it('uses in each module the guard with its own configuration', async () => {
      const jane = app.client();
      const otto = app.client({}, '/staff/auth');
      await jane.signIn('credentials', JANE);
      await otto.signIn('credentials', OTTO);

      expect((await jane.get('/customers')).text).toBe('jane of customers');
      expect((await otto.get('/staff')).text).toBe('otto of staff');
      expect((await jane.get('/staff')).status).toBe(401);
      expect((await otto.get('/customers')).status).toBe(401);
    });

    it('accepts no session from one place at the other', async () => {
      const jane = app.client();
      await jane.signIn('credentials', JANE);
      const otto = app.client({}, '/staff/auth');
      otto.cookies.set('staff.session', jane.cookies.get('customers.session') ?? '');

      expect((await otto.get('/staff')).status).toBe(401);
      expect(await otto.session()).toBeNull();
    });
  });
});

describe('AuthModule with isGlobal off', () => {
  it('is not visible to a module that does not import it: the start fails and names it (NW7)', async () => {
    const starting = Test.createTestingModule({
      imports: [AuthModule.forRoot(area('staff'), { isGlobal: false }), CustomersModule],
    }).compile();

    await expect(starting).rejects.toThrow(
      /^SessionGuard: AuthModule is not configured for this module; import `AuthModule\.forRoot/,
    );
  });
});
