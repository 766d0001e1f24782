import { Auth, type AuthConfig } from '@authnest/core';
import { Logger } from '@nestjs/common';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';
import { WEB_ORIGIN, WebClient } from '../support/web-client.js';

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
  ...overrides,
});

const sessionRequest = () => new Request(`${WEB_ORIGIN}/auth/session`);

describe('a configuration for each request to Auth', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('may be a new object every time', async () => {
    const browser = new WebClient(() => config());

    await browser.signIn('credentials', JANE);
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { name: 'jane' } });
  });

  it('is not changed', async () => {
    const given = config({ session: { maxAge: 60 }, callbacks: {}, pages: {} });
    const before = structuredClone({ ...given, logger: null, providers: null });
    await new WebClient(given).signIn('credentials', JANE);

    expect({ ...given, logger: null, providers: null }).toEqual(before);
    expect(given.basePath).toBeUndefined();
  });

  it('applies only to its own call, even if several calls share a request', async () => {
    const request = new Request(`${WEB_ORIGIN}/auth/providers`);
    const named = (name: string) => config({ providers: [{ ...credentials(), id: name }] });

    const results = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await Auth(request, named(name))).json()),
    );

    expect(results).toEqual([
      { a: expect.anything() as object },
      { b: expect.anything() as object },
      { c: expect.anything() as object },
    ]);
  });

  it('is called with the request if it is a function', async () => {
    const seen: Request[] = [];
    const request = sessionRequest();
    await Auth(request, (given: Request) => {
      seen.push(given);
      return config();
    });

    expect(seen).toEqual([request]);
    expect(seen[0]).toBe(request);
  });

  it('causes 500 if it cannot be built, which its own logger or the logger of Nest logs', async () => {
    const logs = new LogCollector();

    const faulty = await Auth(sessionRequest(), config({ secret: 'short', logger: logs }));
    const thrown = await Auth(sessionRequest(), () => {
      throw new Error('canary-message');
    });

    expect([faulty.status, thrown.status]).toEqual([500, 500]);
    expect(await thrown.text()).not.toContain('canary');
    expect(logs.types).toEqual(['InvalidConfiguration']);
  });

  it('causes 500 if its basePath is invalid', async () => {
    const response = await Auth(sessionRequest(), config({ basePath: 'auth' }));

    expect(response.status).toBe(500);
  });
});
