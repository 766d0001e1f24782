import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../../ormconfig.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditService } from './audit.service.js';

describe('the audit trail', () => {
  let dataSource: DataSource;
  let audit: AuditService;

  beforeEach(async () => {
    dataSource = new DataSource(dataSourceOptions({ DATABASE_URL: 'sqlite::memory:' }));
    await dataSource.initialize();
    await dataSource.runMigrations();
    audit = new AuditService(dataSource.getRepository(AuditEntry));
  });

  afterEach(() => dataSource.destroy());

  it('lists the entries of one user, newest first', async () => {
    const before = Date.now();
    await audit.record('createUser', { userId: 'ada' });
    await audit.record('signIn', { userId: 'grace', provider: 'demo' });
    await audit.record('signIn', { userId: 'ada', provider: 'demo' });

    const entries = await audit.list('ada');

    expect(entries).toMatchObject([
      { event: 'signIn', provider: 'demo' },
      { event: 'createUser', provider: null },
    ]);
    for (const { at } of entries) {
      expect(at.getTime()).toBeGreaterThanOrEqual(before);
      expect(at.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it('records no entry if the event has no user', async () => {
    await audit.record('signOut', {});

    expect(await dataSource.getRepository(AuditEntry).count()).toBe(0);
  });

  it('has migrations that match its entities and can be reverted', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);

    for (const _migration of dataSource.migrations) await dataSource.undoLastMigration();

    const left = await dataSource.query<{ name: string }[]>(
      "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    );
    expect(left).toEqual([]);
  });
});
