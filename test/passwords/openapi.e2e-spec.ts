import type { AuthConfig, AuthConfigInput } from '@authnest/core';
import { password, Password } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { CHEAP } from '../support/password-app.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

const NAME = z.string().trim().min(1).max(80).meta({ title: 'Your name' });
const FIELDS = z.object({ name: NAME, site: z.url().optional(), born: z.iso.date() });
const EMAIL = { type: 'string', format: 'email' };
const OURS = {
  email: EMAIL,
  password: { type: 'string', format: 'password', minLength: 15, maxLength: 256 },
  csrfToken: { type: 'string' },
};

const configWith = (provider: AuthConfig['providers'][number]): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  adapter: new MemoryAdapter(),
  mailer: () => undefined,
  providers: [provider],
});

const documentOf = (app: INestApplication): OpenAPIObject =>
  SwaggerModule.createDocument(app, new DocumentBuilder().build());

/** Returns what the document says of the body of registrations, by media type. */
function bodyOf({ paths }: OpenAPIObject): unknown {
  const body = paths['/auth/password/register']?.post?.requestBody;
  return body && 'content' in body ? body.content : body;
}

describe.each(platforms())('the OpenAPI document of registration on %s', (platform) => {
  let app: TestApp;

  const start = (input: AuthConfigInput, configure?: (nest: INestApplication) => void) =>
    TestApp.start({ platform, input, extras: { features: [password()] }, configure });

  afterEach(() => app.close());

  it('names the fields of a schema, also before the application is initialized', async () => {
    let early: OpenAPIObject | undefined;
    const config = configWith(Password({ hashing: CHEAP, fields: FIELDS }));
    app = await start(config, (nest) => (early = documentOf(nest)));

    const document = documentOf(app.app);

    const schema = {
      type: 'object',
      required: ['email', 'password', 'name', 'born'],
      properties: {
        ...OURS,
        name: { type: 'string', title: 'Your name', maxLength: 80 },
        site: { type: 'string', format: 'uri' },
        born: { type: 'string', format: 'date' },
      },
    };
    const content = {
      'application/x-www-form-urlencoded': { schema },
      'application/json': { schema },
    };
    expect(bodyOf(document)).toEqual(content);
    expect(early && bodyOf(early)).toEqual(content);
    const plain: Record<string, unknown> = JSON.parse(JSON.stringify(document));
    expect(await new Validator().validate(plain)).toMatchObject({ valid: true });
  });

  it('names inputs without a schema', async () => {
    const fields = { name: { label: 'Name', required: true }, age: { type: 'number' } };
    app = await start(configWith(Password({ hashing: CHEAP, fields, minLength: 8 })));

    const schema = {
      type: 'object',
      required: ['email', 'password', 'name'],
      properties: {
        ...OURS,
        password: { ...OURS.password, minLength: 8 },
        name: { type: 'string', title: 'Name' },
        age: { type: 'string' },
      },
    };
    expect(bodyOf(documentOf(app.app))).toMatchObject({ 'application/json': { schema } });
  });

  it('names no field if each request has a configuration', async () => {
    const config = configWith(Password({ hashing: CHEAP, fields: FIELDS }));
    app = await start(() => config);

    const { paths } = documentOf(app.app);

    expect(paths['/auth/password/register']?.post).toBeDefined();
    expect(paths['/auth/password/register']?.post?.requestBody).toBeUndefined();
  });
});
