import { AuthModule } from '@authnest/core';
import { type INestApplication, RequestMethod, VersioningType } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { platforms, TestApp, type TestAppOptions } from '../support/test-app.js';
import { expectWholeJob, type Job, OrdersController } from '../support/whole-job.js';

type Options = Omit<TestAppOptions, 'platform'>;

describe.each(platforms())('the endpoints on %s', (platform) => {
  let app: TestApp | undefined;

  afterEach(() => app?.close());

  async function expectJob({ module, ...options }: Options, job: Job): Promise<void> {
    app = await TestApp.start({
      platform,
      module: { controllers: [OrdersController], ...module },
      ...options,
    });
    await expectWholeJob(app, job);
  }

  it('move with a global prefix', () =>
    expectJob(
      { configure: (nest) => nest.setGlobalPrefix('api/v1') },
      { authPath: '/api/v1/auth', ordersPath: '/api/v1/orders' },
    ));

  it('move with a global prefix that excludes a route of the application', () =>
    expectJob(
      { configure: (nest) => nest.setGlobalPrefix('/api/', { exclude: ['orders{/page}'] }) },
      { authPath: '/api/auth', ordersPath: '/orders' },
    ));

  it.each([
    ['a wildcard', ['auth/{*rest}']],
    ['a wildcard for every method', [{ path: '/auth/{*rest}', method: RequestMethod.ALL }]],
  ])('stay outside a global prefix that excludes them with %s', (_, exclude) =>
    expectJob(
      { configure: (nest) => nest.setGlobalPrefix('api', { exclude }) },
      { authPath: '/auth', ordersPath: '/api/orders' },
    ),
  );

  it('move with the extra basePath, below a global prefix', () =>
    expectJob(
      {
        extras: { basePath: '/account/sign-in/' },
        configure: (nest) => nest.setGlobalPrefix('api'),
      },
      { authPath: '/api/account/sign-in', ordersPath: '/api/orders' },
    ));

  it('move with the path that RouterModule assigns to the module', () =>
    expectJob(
      {
        module: { imports: [RouterModule.register([{ path: 'identity', module: AuthModule }])] },
        configure: (nest) => nest.setGlobalPrefix('api'),
      },
      { authPath: '/api/identity/auth', ordersPath: '/api/orders' },
    ));

  const versioned = (options: Parameters<INestApplication['enableVersioning']>[0]): Options => ({
    configure: (nest) => nest.enableVersioning(options),
  });

  it('are excluded from URI versioning', () =>
    expectJob(versioned({ type: VersioningType.URI, defaultVersion: '2' }), {
      ordersPath: '/v2/orders',
    }));

  it('are excluded from URI versioning below a global prefix', () =>
    expectJob(
      {
        configure: (nest) =>
          nest
            .setGlobalPrefix('api')
            .enableVersioning({ type: VersioningType.URI, defaultVersion: '2' }),
      },
      { authPath: '/api/auth', ordersPath: '/api/v2/orders' },
    ));

  it.each(['2', '3'])('are excluded from header versioning: version %s', (version) =>
    expectJob(
      versioned({
        type: VersioningType.HEADER,
        header: 'x-version',
        defaultVersion: ['2', '3'],
      }),
      { headers: { 'x-version': version } },
    ),
  );

  it('are excluded from media type versioning', () =>
    expectJob(versioned({ type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '2' }), {
      headers: { accept: 'text/html;v=2' },
    }));
});
