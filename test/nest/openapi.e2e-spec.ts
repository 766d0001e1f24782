import { type AuthConfigInput, AuthModule } from '@authnest/core';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startPasskeyApp } from '../support/passkeys.js';
import { JANE, platforms, type TestApp } from '../support/test-app.js';

const ENDPOINTS = [
  'get /callback/{provider}',
  'get /csrf',
  'get /error',
  'get /providers',
  'get /reauthenticate',
  'get /session',
  'get /sessions',
  'get /signin',
  'get /signout',
  'get /verify-request',
  'get /webauthn-options/{provider}',
  'post /callback/{provider}',
  'post /reauthenticate/{provider}',
  'post /session',
  'post /sessions/revoke',
  'post /sessions/revoke-all',
  'post /sessions/revoke-others',
  'post /signin',
  'post /signin/{provider}',
  'post /signout',
];

type GlobalParameter = Parameters<DocumentBuilder['addGlobalParameters']>[0];

/** The global parameters, which Nest keeps for the whole process. */
const parametersOfAll = Reflect.get(globalThis, 'SwaggerGlobalParametersStorage') as {
  clear(): void;
};

/** Returns each operation in the document, with its name. */
function operationsOf({ paths }: OpenAPIObject, below: string) {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'trace'] as const).flatMap(
      (method) => {
        const operation = item[method];
        return operation ? [{ name: `${method} ${path.replace(below, '')}`, operation }] : [];
      },
    ),
  );
}

/** Asserts that the document is valid, and describes each endpoint with its parameters. */
async function expectDocumented(
  app: TestApp,
  path: string,
  parameters: readonly string[] = [],
): Promise<void> {
  const document = SwaggerModule.createDocument(app.app, new DocumentBuilder().build());

  const plain: Record<string, unknown> = JSON.parse(JSON.stringify(document));
  expect(await new Validator().validate(plain)).toMatchObject({ valid: true });
  const operations = operationsOf(document, path);
  expect(operations.map(({ name }) => name).sort()).toEqual(ENDPOINTS);
  for (const { name, operation } of operations) {
    expect(operation.summary).toMatch(/^\w/);
    expect(Object.keys(operation.responses)).not.toEqual([]);
    const own = name.includes('{provider}') ? ['provider'] : [];
    expect(operation.parameters ?? []).toEqual(
      [...parameters, ...own].map((one) => ({
        name: one,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
    );
    expect(operation.operationId).toMatch(/^AuthEndpoints_\w+$/);
  }
}

describe.each(platforms())('the OpenAPI document on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  it.each(['/auth', '/account/auth'])(
    'describes each endpoint below %s once (U4)',
    async (path) => {
      app = await startPasskeyApp({ platform, extras: { basePath: path } });

      await expectDocumented(app, path);
    },
  );

  it('describes the endpoints before the application is initialized (K78) (RP11)', async () => {
    let names: string[] = [];
    const configure = (nest: INestApplication): void => {
      const document = SwaggerModule.createDocument(nest, new DocumentBuilder().build());
      names = operationsOf(document, '/auth').map(({ name }) => name);
    };
    app = await startPasskeyApp({ platform, configure });

    expect(names.sort()).toEqual(ENDPOINTS);
  });

  it('describes the parameters of `RouterModule` in front of the endpoints (U4)', async () => {
    const below = RouterModule.register([{ path: ':tenant/:shop', module: AuthModule }]);
    app = await startPasskeyApp({ platform, module: { imports: [below] } });

    await expectDocumented(app, '/{tenant}/{shop}/auth', ['tenant', 'shop']);
    const jane = app.client();
    const { csrfToken } = (await jane.get('/eu/tea/auth/csrf')).json<{ csrfToken: string }>();
    await jane.post('/eu/tea/auth/callback/credentials', { form: { ...JANE, csrfToken } });
    expect((await jane.get('/eu/tea/auth/session')).json()).toMatchObject({
      user: { name: 'jane' },
    });
  });

  it('describes each start of the same module separately (U4)', async () => {
    const auth = (config: AuthConfigInput): DynamicModule =>
      (module ??= AuthModule.forRoot(config));
    let module: DynamicModule | undefined;
    for (const prefix of [':tenant', '', ':shop']) {
      const configure = (nest: INestApplication): unknown => nest.setGlobalPrefix(prefix);
      app = await startPasskeyApp({ platform, configure, auth });
      const names = prefix === '' ? [] : [prefix.slice(1)];

      await expectDocumented(app, [...names.map((name) => `/{${name}}`), '/auth'].join(''), names);
      if (prefix !== ':shop') await app.close();
    }
  });

  it('does not repeat a parameter that the application declares for all its routes (U4)', async () => {
    const configure = (nest: INestApplication): unknown => nest.setGlobalPrefix(':tenant');
    app = await startPasskeyApp({ platform, configure });
    const tenant = { name: 'tenant', in: 'path', required: true, schema: { type: 'string' } };
    const builder = new DocumentBuilder().addGlobalParameters(tenant as GlobalParameter);

    const { paths } = SwaggerModule.createDocument(app.app, builder.build());
    parametersOfAll.clear();

    expect(paths['/{tenant}/auth/session']?.get?.parameters).toEqual([tenant]);
  });
});
