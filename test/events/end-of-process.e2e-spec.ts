import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authEntities } from '@authnest/typeorm';
import { CookieClient } from '@authnest/testing';
import { DataSource } from 'typeorm';
import { CONTAINER, Script } from '../support/script.js';
import { describeWith } from '../support/services.js';
import { PASSWORD, platforms } from '../support/test-app.js';

const COUNT = 20;

describe('SIGTERM to a process with 20 callbacks in progress', () => {
  finishesAll((...args) => Script.startBundled(...args), { code: null, signal: 'SIGTERM' });
});

describeWith(CONTAINER, 'SIGTERM to process 1 of a container with 20 callbacks in progress', () => {
  finishesAll((...args) => Script.startInContainer(...args), { code: 0, signal: null });
});

/** @param end - the exit code and signal to expect */
function finishesAll(start: typeof Script.startBundled, end: object): void {
  let folder: string;
  let script: Script;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authnest-end-'));
  });
  afterEach(async () => {
    await script?.stop();
    await rm(folder, { recursive: true });
  });

  it.each(platforms())('lets each finish before it ends, on %s (H24)', async (platform) => {
    const database = join(folder, 'store.sqlite');
    script = await start('test/events/scripts/slow-sign-ins.ts', platform, database, `${COUNT}`);
    const url = await script.line();
    const browsers = Array.from({ length: COUNT }, () => new CookieClient(url));
    const signingIn = browsers.map((browser, index) =>
      browser.signIn('credentials', { username: `person-${index}`, password: PASSWORD }),
    );
    expect(await script.line()).toBe('waiting');

    script.kill('SIGTERM');
    const results = await Promise.allSettled(signingIn);
    const exit = await script.exit();

    expect(exit).toEqual({ ...end, errors: '' });
    const tokens = browsers.flatMap(({ cookies }) => cookies.get('authjs.session-token') ?? []);
    const rows = await rowsOf(database);
    // Nest lets requests in progress finish, so every sign-in and its response are complete.
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
    expect(rows.sessions.map(({ sessionToken }) => sessionToken).sort()).toEqual(tokens.sort());
    expect(tokens).toHaveLength(COUNT);
    const users = rows.users.map(({ id }) => id).sort();
    expect(users).toHaveLength(COUNT);
    expect(rows.accounts.map(({ userId }) => userId).sort()).toEqual(users);
    expect(rows.sessions.map(({ userId }) => userId).sort()).toEqual(users);
  });
}

interface Rows {
  users: { id: string }[];
  accounts: { userId: string }[];
  sessions: { userId: string; sessionToken: string }[];
}

async function rowsOf(database: string): Promise<Rows> {
  const source = new DataSource({
    type: 'better-sqlite3',
    database,
    entities: [...authEntities()],
  });
  await source.initialize();
  const all = (table: string) => source.query(`SELECT * FROM ${table}`);
  const rows: Rows = {
    users: await all('users'),
    accounts: await all('accounts'),
    sessions: await all('sessions'),
  };
  await source.destroy();
  return rows;
}
