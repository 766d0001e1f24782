import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startPasskeyApp } from '../support/passkeys.js';
import { platforms } from '../support/test-app.js';

const ENDPOINTS = [
  'get /callback/{provider}',
  'get /csrf',
  'get /error',
  'get /providers',
  'get /session',
  'get /signin',
  'get /signout',
  'get /verify-request',
  'get /webauthn-options/{provider}',
  'post /callback/{provider}',
  'post /session',
  'post /signin',
  'post /signin/{provider}',
  'post /signout',
];

/** Each operation with what the document tells of it. */
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

describe.each(platforms)('the OpenAPI document on %s', (platform) => {
  it.each(['/auth', '/account/auth'])(
    'describes each endpoint below %s once (U4)',
    async (path) => {
      const app = await startPasskeyApp({ platform, extras: { basePath: path } });

      const document = SwaggerModule.createDocument(app.app, new DocumentBuilder().build());

      const plain: Record<string, unknown> = JSON.parse(JSON.stringify(document));
      const result = await new Validator().validate(plain);
      expect(result).toMatchObject({ valid: true });
      const operations = operationsOf(document, path);
      expect(operations.map(({ name }) => name).sort()).toEqual(ENDPOINTS);
      for (const { name, operation } of operations) {
        expect(operation.summary).toMatch(/^\w/);
        expect(Object.keys(operation.responses)).not.toEqual([]);
        const named = (operation.parameters ?? []).map((one) => ('name' in one ? one.name : ''));
        expect(named).toEqual(name.includes('{provider}') ? ['provider'] : []);
        expect(operation.operationId).toMatch(/^AuthEndpoints_\w+$/);
      }
      await app.close();
    },
  );
});
