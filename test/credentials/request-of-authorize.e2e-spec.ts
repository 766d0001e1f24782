import type { User } from '@authnest/core';
import { sendRaw } from '../support/raw-request.js';
import { platforms, TestApp } from '../support/test-app.js';

/** The parts of the request that `authorize` reads. */
interface Seen {
  readonly isRequest: boolean;
  readonly url: string;
  readonly trace: string | null;
  readonly json: unknown;
  readonly headers: readonly string[];
}

const seen: Seen[] = [];

async function look(request: Request): Promise<User> {
  seen.push({
    isRequest: request instanceof Request,
    url: request.url,
    trace: request.headers.get('x-trace'),
    json: await request.json(),
    headers: [...request.headers.keys()],
  });
  return { id: 'ada' };
}

type Fields = Partial<Record<string, string>>;

const WAYS: Record<string, (fields: Fields, request: Request) => Promise<User>> = {
  declares: (_, request) => look(request),
  collects: (...[, request]) => look(request),
  changes: (...[fields, request]) => {
    fields['name'] = 'somebody else';
    return look(request);
  },
};

describe.each(platforms())('the request that `authorize` receives, on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    const providers = Object.entries(WAYS).map(([id, authorize]) => ({
      id,
      name: id,
      type: 'credentials' as const,
      credentials: { name: {} },
      authorize,
    }));
    app = await TestApp.start({ platform, config: { providers } });
  });
  afterAll(() => app.close());

  it.each(Object.keys(WAYS))('is complete if `authorize` %s its parameters (15.52)', async (id) => {
    seen.length = 0;
    const browser = app.client({ 'x-trace': '7' });
    const csrfToken = await browser.csrfToken();

    await browser.post(`/auth/callback/${id}`, { form: { csrfToken, name: 'ada' } });

    expect(seen).toEqual([
      {
        isRequest: true,
        url: `${app.url}/auth/callback/${id}`,
        trace: '7',
        json: expect.objectContaining({ name: 'ada' }) as unknown,
        headers: expect.arrayContaining(['cookie', 'x-trace']) as unknown,
      },
    ]);
  });

  it('has no header that describes the body as it was sent', async () => {
    seen.length = 0;
    const sent = {
      'content-digest': 'sha-256=:AAAA:',
      'content-encoding': 'identity',
      'content-md5': 'AAAA',
    };
    const browser = app.client();
    const csrfToken = await browser.csrfToken();

    await sendRaw(app, {
      method: 'POST',
      path: '/auth/callback/declares',
      headers: [
        ['cookie', [...browser.cookies].map((pair) => pair.join('=')).join('; ')],
        ['content-type', 'application/json'],
        ...Object.entries(sent),
      ],
      chunked: JSON.stringify({ csrfToken, name: 'ada' }),
    });

    expect(seen[0]?.headers).toContain('cookie');
    for (const name of [...Object.keys(sent), 'transfer-encoding']) {
      expect(seen[0]?.headers).not.toContain(name);
    }
  });
});
