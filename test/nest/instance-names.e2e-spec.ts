import { type AuthConfig, AuthModule, type AuthModuleExtras } from '@authnest/core';
import type { DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, platforms, SECRET, TestApp } from '../support/test-app.js';

const logger = new LogCollector();
const config: AuthConfig = {
  secret: SECRET,
  trustHost: true,
  logger,
  providers: [credentials()],
};
const local = (extras: AuthModuleExtras): DynamicModule =>
  AuthModule.forRoot(config, { isGlobal: false, ...extras });

describe.each(platforms())('cookie names of several AuthModules on %s', (platform) => {
  let app: TestApp;

  beforeEach(() => {
    logger.warnings.length = 0;
  });
  afterEach(() => app.close());

  async function namesOf(
    first: AuthModuleExtras,
    ...others: AuthModuleExtras[]
  ): Promise<string[]> {
    app = await TestApp.start({
      platform,
      auth: () => AuthModule.forRoot(config, first),
      module: { imports: others.map(local) },
    });
    const names: string[] = [];
    for (const { basePath = '/auth' } of [first, ...others]) {
      const client = app.client({}, basePath);
      await client.csrfToken();
      names.push([...client.cookies.keys()].find((name) => name.endsWith('csrf-token')) ?? '');
    }
    return names;
  }

  it('are those of Auth.js for a single module, wherever it is mounted', async () => {
    expect(await namesOf({ basePath: '/api/auth' })).toEqual(['authjs.csrf-token']);
  });

  it('contain the name of a single module that has one', async () => {
    expect(await namesOf({ name: 'shop' })).toEqual(['authnest-shop.csrf-token']);
  });

  it('contain the name or the path of further modules (U1)', async () => {
    const named = { basePath: '/staff', name: 'Staff_2' };

    expect(await namesOf({}, { basePath: '/admin/auth' }, named)).toEqual([
      'authjs.csrf-token',
      'authnest-admin-auth.csrf-token',
      'authnest-Staff_2.csrf-token',
    ]);
    expect(logger.warnings).toEqual([]);
  });

  it('a second global module causes a warning, since the order of imports decides which guard is used', async () => {
    await namesOf({}, { name: 'admin', basePath: '/admin/auth', isGlobal: true });

    expect(logger.warnings).toEqual(['global-instances']);
  });

  it('are those of Auth.js for the first import if no module is at /auth, with a warning', async () => {
    expect(await namesOf({ basePath: '/api/auth' }, { basePath: '/admin/auth' })).toEqual([
      'authjs.csrf-token',
      'authnest-admin-auth.csrf-token',
    ]);
    expect(logger.warnings).toEqual(['unnamed-instances']);
  });
});

describe('AuthModule does not start', () => {
  const start = (...extras: AuthModuleExtras[]) =>
    Test.createTestingModule({ imports: extras.map(local) }).compile();

  it('with a name that is already used', async () => {
    const other = { basePath: '/b', name: 'admin' };

    await expect(start({ name: 'admin' }, other)).rejects.toThrow(
      'name: two AuthModules are named `admin`',
    );
    await expect(start({}, { basePath: '/admin' }, other)).rejects.toThrow(
      'name: two AuthModules are named `admin`',
    );
  });

  it.each(['', 'a.b', 'a b', 'x'.repeat(33)])('with the name %j', async (name) => {
    await expect(start({ name })).rejects.toThrow('name: expected 1 to 32 letters');
  });

  it('with an invalid name, whatever its configuration', async () => {
    const lazy = AuthModule.forRoot(() => config, { name: 'a b' });

    await expect(Test.createTestingModule({ imports: [lazy] }).compile()).rejects.toThrow(
      'name: expected 1 to 32 letters',
    );
  });
});
