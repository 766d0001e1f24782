import { type AuthConfig, type AuthConfigInput, getSession, getToken } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';
import { WEB_ORIGIN, WebClient } from '../support/web-client.js';

const logger = new LogCollector();
const config = (overrides: Partial<AuthConfig>): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger,
  providers: [credentials()],
  ...overrides,
});

/** Creates a request with the cookies of a client. */
const requestWith = ({ cookies }: WebClient): Request => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Request(`${WEB_ORIGIN}/orders`, { headers: { cookie } });
};

describe.each([
  ['jwt', {}],
  ['database', { adapter: new MemoryAdapter() }],
] as const)('Auth(request, config) with a tenant and %s sessions', (strategy, shared) => {
  const [acme, beta, none] = [
    config({ ...shared, tenant: 'acme' }),
    config({ ...shared, tenant: 'beta' }),
    config(shared),
  ];

  it('accepts its sessions only for that tenant, and so does getSession (V3)', async () => {
    const jane = new WebClient(acme);
    await jane.signIn('credentials', JANE);

    expect(await getSession(requestWith(jane), acme)).toMatchObject({ user: { name: 'jane' } });
    expect(await getSession(requestWith(jane), () => acme)).not.toBeNull();
    for (const other of [beta, none, async () => beta] satisfies AuthConfigInput[]) {
      const thief = new WebClient(other);
      for (const [name, value] of jane.cookies) thief.cookies.set(name, value);

      expect((await thief.get('/auth/session')).json()).toBeNull();
      expect(await getSession(requestWith(jane), other)).toBeNull();
    }
  });

  if (strategy === 'database') return;

  it('seals a token that getToken opens only with the same tenant', async () => {
    const jane = new WebClient(acme);
    await jane.signIn('credentials', JANE);
    const req = requestWith(jane);

    expect(await getToken({ req, secret: SECRET, tenant: 'acme' })).toMatchObject({ name: 'jane' });
    expect(await getToken({ req, secret: SECRET, tenant: 'beta' })).toBeNull();
    expect(await getToken({ req, secret: SECRET })).toBeNull();
  });
});

it.each(['', 'a b', 7, null])('Auth(request, config) refuses the tenant %j', async (tenant) => {
  // @ts-expect-error some values have the wrong type
  const client = new WebClient(config({ tenant }));

  expect((await client.get('/auth/session')).status).toBe(500);
  expect(logger.errors.at(-1)?.message).toContain('tenant: expected 1 to 128 printable characters');
});

it('Auth(request, function) warns about configurations without tenants; Auth(request, config) does not (U2)', async () => {
  const own = new LogCollector();
  const of = (id: string) => config({ logger: own, providers: [{ ...credentials(), id }] });

  for (const id of ['a', 'b']) await new WebClient(of(id)).get('/auth/session');
  expect(own.warnings).toEqual([]);
  for (const id of ['a', 'b']) await new WebClient(() => of(id)).get('/auth/session');
  expect(own.warnings).toEqual(['tenantless-providers']);
});
