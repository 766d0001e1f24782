import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { withEnvironment } from '../support/environment.js';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';
import { WEB_ORIGIN, WebClient } from '../support/web-client.js';

const WRONG = { username: 'jane', password: 'wrong' };
const EMAIL = {
  id: 'email',
  name: 'Email',
  type: 'email',
  sendVerificationRequest: () => undefined,
};

describe('Auth() in production', () => {
  it.each([
    ['credentials', { providers: [credentials()] }],
    ['emailed links', { providers: [EMAIL], adapter: new MemoryAdapter() }],
    ['credentials and own numbers', { providers: [credentials()], limits: { credentials: {} } }],
  ] as const)(
    'refuses %s without a decision on how clients are counted (RQ9)',
    async (_, config) => {
      const { status, problems } = await opened(config as unknown as Partial<AuthConfig>);

      expect(status).toBe(500);
      expect(problems).toMatch(/limits.address: .*`Auth\(\)`.*`limits: false`/);
    },
  );

  it.each([
    ['without limits', { providers: [credentials()], limits: false }],
    ['with limits.address', { providers: [credentials()], limits: { address: addressOf } }],
    ['with other ways to sign in', { providers: [] }],
  ] as const)('starts %s', async (_, config) => {
    expect(await opened(config as unknown as Partial<AuthConfig>)).toEqual({
      status: 200,
      problems: '',
    });
  });

  it('does not lock out an owner whom a stranger guesses all the time (RQ9)', async () => {
    const config = configOf({ limits: { address: addressOf } });
    for (let at = 0; at < 125; at++) await signInFrom(config, '203.0.113.6', WRONG);

    const owner = await signInFrom(config, '192.0.2.1', JANE);

    expect(owner.status).toBe(302);
    expect(owner.location).not.toContain('error');
  });
});

function addressOf(request: unknown): string | undefined {
  return (request as Request).headers.get('x-client') ?? undefined;
}

function configOf(own: Partial<AuthConfig>): AuthConfig {
  return { secret: SECRET, logger: new LogCollector(), providers: [credentials()], ...own };
}

/** Opens the list of providers. */
async function opened(own: Partial<AuthConfig>) {
  const logs = new LogCollector();
  const client = new WebClient(configOf({ ...own, logger: logs }));
  const { status } = await inProduction(() => client.get('/auth/providers'));
  return { status, problems: logs.errors.map(String).join() };
}

async function inProduction<T>(run: () => Promise<T>): Promise<T> {
  return withEnvironment({ NODE_ENV: 'production', AUTH_URL: WEB_ORIGIN }, run);
}

async function signInFrom(config: AuthConfig, client: string, form: Record<string, string>) {
  const browser = new WebClient(config);
  return inProduction(async () => {
    const fields = { csrfToken: await browser.csrfToken(), ...form };
    const headers = { 'x-client': client };
    return browser.post('/auth/callback/credentials', { form: fields, headers });
  });
}
