import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillEnvironment } from './environment.js';

describe('fillEnvironment', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authnest-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const database = (): NodeJS.ProcessEnv => ({
    DATABASE_URL: `sqlite:${join(folder, 'data', 'example.sqlite')}`,
  });

  it('sets every variable that sign-in needs', async () => {
    const env = database();

    expect(await fillEnvironment(env)).toEqual({
      port: 3000,
      startsProvider: true,
      startsInbox: true,
      isBehindBalancer: false,
    });

    expect(env).toMatchObject({
      AUTH_URL: 'http://localhost:3000',
      AUTH_SECRET: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      AUTH_DEMO_ISSUER: 'http://127.0.0.1:4000',
      AUTH_DEMO_ID: 'example',
      PAGES_URL: 'http://localhost:3001',
      INBOX_URL: 'http://127.0.0.1:5000',
      SMTP_URL: 'smtp://127.0.0.1:5001',
      AUTH_DEMO_SECRET: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  it('keeps variables that are already set', async () => {
    const own = { AUTH_URL: 'https://app.example', AUTH_SECRET: 'own', PORT: '80', IDP_PORT: '81' };
    const env = { ...database(), ...own };

    expect(await fillEnvironment(env)).toMatchObject({ port: 80 });

    expect(env).toMatchObject({ ...own, AUTH_DEMO_ISSUER: 'http://127.0.0.1:81' });
    await expect(stat(join(folder, 'data'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('starts no identity provider or inbox if others are configured', async () => {
    const shared = {
      AUTH_DEMO_ISSUER: 'http://127.0.0.1:9000',
      AUTH_DEMO_ID: 'shop',
      AUTH_DEMO_SECRET: 'secret',
      SMTP_URL: 'smtp://127.0.0.1:9001',
    };
    const env = { ...database(), ...shared };

    expect(await fillEnvironment(env)).toEqual({
      port: 3000,
      startsProvider: false,
      startsInbox: false,
      isBehindBalancer: true,
    });
    expect(env).toMatchObject(shared);
    expect(env).not.toHaveProperty('INBOX_URL');
    expect(env).not.toHaveProperty('PAGES_URL');
  });

  it('stores the secret next to the database, readable only by its owner', async () => {
    const [first, second] = [database(), database()];
    await fillEnvironment(first);
    await fillEnvironment(second);

    const file = join(folder, 'data', 'auth-secret');
    expect(second['AUTH_SECRET']).toBe(first['AUTH_SECRET']);
    expect(await readFile(file, 'utf8')).toBe(first['AUTH_SECRET']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('generates a new secret at each start for an in-memory database', async () => {
    const [first, second] = [1, 2].map(() => ({
      DATABASE_URL: 'sqlite::memory:',
      AUTH_SECRET: '',
    }));
    await fillEnvironment(first ?? {});
    await fillEnvironment(second ?? {});

    expect(first?.AUTH_SECRET).toMatch(/^[\w-]{43}$/);
    expect(second?.AUTH_SECRET).not.toBe(first?.AUTH_SECRET);
  });

  it.each(['0', '-1', '65536', '3000.5', 'abc'])('refuses %s as a port', async (PORT) => {
    await expect(fillEnvironment({ ...database(), PORT })).rejects.toThrow(
      'PORT: expected a port from 1 to 65535',
    );
  });
});
