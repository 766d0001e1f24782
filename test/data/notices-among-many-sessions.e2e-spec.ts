import { randomUUID } from 'node:crypto';
import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { timesOf } from '../support/effort.js';
import { StatementRecorder } from '../support/statement-recorder.js';

/** Enough sessions for a planner to prefer an index. */
const SESSIONS = timesOf('MANY_SESSIONS', { part: 5000, whole: 100_000 });
/** A time limit in milliseconds that is enough for 100,000 rows on a busy machine. */
const TIMEOUT_MS = 600_000;
const NOON = new Date('2026-03-10T12:00:00.000Z');

/** Matches the columns in which each row has its own value. */
const OWN = /^(?:id|sessionToken|providerSession|providerSubject)$/;
const RANDOM = {
  SQLite: 'lower(hex(randomblob(16)))',
  PostgreSQL: 'gen_random_uuid()',
  MariaDB: 'uuid()',
};

/** Matches a plan that reads a whole table. */
const WHOLE_TABLE = /Seq Scan|\bSCAN\b|"type":"ALL"/;

describeDatabases(await databaseServers(), (server) => {
  const recorder = new StatementRecorder();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let userId: string;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated({ ...database.options, logger: recorder, logging: true });
    adapter = new TypeOrmAdapter(dataSource);
    userId = (await adapter.createUser(aUser())).id;
    await adapter.createSession(session(randomUUID(), randomUUID()));
    for (let stored = 1; stored < SESSIONS; stored *= 2) await copyRows(SESSIONS - stored);
    const analyze = { SQLite: 'ANALYZE', PostgreSQL: 'ANALYZE', MariaDB: 'ANALYZE TABLE sessions' };
    await dataSource.query(analyze[server.name]);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Copies rows in the database, which takes a tenth of the time. @param limit - the number to add */
  async function copyRows(limit: number): Promise<void> {
    const { columns, tablePath } = dataSource.getMetadata('sessions');
    const names = columns.map(({ databaseName }) => databaseName);
    const [into, values] = [
      names.map((name) => dataSource.driver.escape(name)),
      names.map((name) => (OWN.test(name) ? RANDOM[server.name] : dataSource.driver.escape(name))),
    ];
    await dataSource.query(
      `INSERT INTO ${tablePath} (${into.join()}) SELECT ${values.join()} FROM ${tablePath} LIMIT ${limit}`,
    );
  }

  function session(providerSession: string, providerSubject: string) {
    return aSession({ userId, providerSession, providerSubject, providerTime: NOON });
  }

  it('a sign-out notice finds its sessions by an index in each of its statements (J45)', async () => {
    const [providerSession, providerSubject] = [randomUUID(), randomUUID()];
    const { sessionToken } = await adapter.createSession(session(providerSession, providerSubject));
    const ended = { providerSession, providerSubject, sessionBefore: NOON, subjectBefore: NOON };
    let gone: { sessionToken: string }[] = [];

    const statements = await recorder.during(async () => {
      gone = await adapter.deleteSessionsByProvider(ended);
    });

    expect(gone.map((row) => row.sessionToken)).toEqual([sessionToken]);
    const reading = statements.filter((statement) => /^(?:SELECT|DELETE)/.test(statement));
    expect(reading.length).toBeGreaterThan(2);
    for (const statement of reading) {
      const plan = await planOf(statement);
      expect({ statement, isWhole: WHOLE_TABLE.test(plan) }).toEqual({ statement, isWhole: false });
    }
    const whole = await planOf('SELECT * FROM sessions');
    expect(whole).toMatch(WHOLE_TABLE);
  });

  /** Returns the database's plan for a statement, with a random value for each parameter. */
  async function planOf(statement: string): Promise<string> {
    const count = Math.max(
      statement.split('?').length - 1,
      ...[...statement.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)),
    );
    const parameters = Array.from({ length: count }, () => randomUUID());
    const explain = { SQLite: 'EXPLAIN QUERY PLAN', PostgreSQL: 'EXPLAIN', MariaDB: 'EXPLAIN' };
    const rows: unknown = await dataSource.query(
      `${explain[server.name]} ${statement}`,
      parameters,
    );
    return JSON.stringify(rows);
  }
});
