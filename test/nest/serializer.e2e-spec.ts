import { CurrentUser, Roles, type User } from '@authnest/core';
import { Controller, Get, StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

@Controller()
class ProfileController {
  @Roles('admin') @Get('profile') profile(@CurrentUser() user: User): User {
    return user;
  }
}

/** A schema that removes every member but `name`. */
const schema = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { value: { name: (value as User).name } }
        : { value },
  },
};

describe.each(platforms())('a global serializer on %s', (platform) => {
  it('leaves the endpoints alone, and serializes what handlers behind a rule return', async () => {
    const app = await TestApp.start({
      platform,
      config: { roles: () => ['admin'] },
      module: { controllers: [ProfileController] },
      configure: (nest) =>
        void nest.useGlobalInterceptors(
          new StandardSchemaSerializerInterceptor(nest.get(Reflector), { schema }),
        ),
    });
    const jane = app.client();

    expect((await jane.get('/profile')).status).toBe(401);
    await jane.signIn('credentials', JANE);
    expect((await jane.get('/profile')).json()).toEqual({ name: 'jane' });
    expect(await jane.session()).toMatchObject({ expires: expect.any(String) as string });
    await app.close();
  });

  it('does not change what the endpoints do for the rest of the application', async () => {
    const app = await TestApp.start({
      platform,
      module: { controllers: [OrdersController] },
      configure: (nest) =>
        void nest.useGlobalInterceptors(
          new StandardSchemaSerializerInterceptor(nest.get(Reflector)),
        ),
    });

    await expectWholeJob(app);
    await app.close();
  });
});
