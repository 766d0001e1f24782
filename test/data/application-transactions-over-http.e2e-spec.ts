import { setImmediate as turn } from 'node:timers/promises';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { openMigrated, optionsAt } from '../support/databases.js';
import { Deferred } from '../support/deferred.js';
import { PATIENCE } from '../support/patience.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('with an open transaction on SQLite, on %s', (platform) => {
  let dataSource: DataSource;
  let app: TestApp;
  /** Gives up quickly: only for requests that must fail. */
  let hurried: TestApp;

  const start = (timeout: number) =>
    TestApp.start({
      platform,
      config: { adapter: new TypeOrmAdapter(dataSource), timeout },
      module: { controllers: [MeController] },
    });

  beforeEach(async () => {
    dataSource = await openMigrated(optionsAt('sqlite::memory:'));
    [app, hurried] = [await start(PATIENCE), await start(0.5)];
  });
  afterEach(async () => {
    for (const one of [app, hurried]) await one.close();
    await dataSource.destroy();
  });

  /** Opens a transaction. @returns a function that rolls it back */
  async function openTransaction(): Promise<() => Promise<void>> {
    const [begun, ending] = [new Deferred(), new Deferred()];
    const running = dataSource.transaction(async () => {
      begun.resolve();
      await ending.promise;
      throw new Error('rolled back');
    });
    await begun.promise;
    return async () => {
      ending.resolve();
      await Promise.allSettled([running]);
    };
  }

  it('a sign-out and a sign-in remain in effect if it rolls back (Q1)', async () => {
    const [jane, otto] = [app.client(), app.client()];
    await jane.signIn('credentials', JANE);
    const cookie = `${SESSION}=${jane.cookies.get(SESSION)}`;
    await jane.csrfToken();
    await otto.csrfToken();
    const rollBack = await openTransaction();

    const requests = [jane.signOut(), otto.signIn('credentials', OTTO)];
    for (let turns = 0; turns < 50; turns += 1) await turn();
    await rollBack();
    const [out] = await Promise.all(requests);

    expect(out?.status).toBe(302);
    expect((await app.client().get('/me', { cookie })).status).toBe(401);
    expect(await otto.session()).toMatchObject({ user: { name: 'otto' } });
  });

  it('requests fail if it hangs, and none of their operations runs when it ends (Q1)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const [jane, otto] = [hurried.client(), hurried.client()];
    for (const [name, value] of browser.cookies) jane.cookies.set(name, value);
    await jane.csrfToken();
    await otto.csrfToken();
    const rollBack = await openTransaction();

    const [shown, guarded, out, opened] = await Promise.all([
      jane.get('/auth/session'),
      jane.get('/me'),
      jane.signOut(),
      otto.signIn('credentials', OTTO),
    ]);
    await rollBack();

    expect([shown.status, guarded.status, out.status]).toEqual([503, 503, 503]);
    expect(opened.location).toContain('error=Configuration');
    expect(hurried.logs.lines.join('\n')).toContain('use `adapter.within(manager)` inside it');
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect(otto.cookies.has(SESSION)).toBe(false);
    expect(await dataSource.query('SELECT count(*) AS n FROM users')).toEqual([{ n: 1 }]);
  });
});
