import { Child } from '../support/child/child-process.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import type { StoredTime, StoreTimes } from './children/store-times.child.js';

/** Times around clock changes in New York and on Lord Howe, and a time after 2038. */
const times = [
  '2026-03-08T07:30:00.007Z',
  '2026-11-01T05:30:00.999Z',
  '2026-11-01T06:30:00.999Z',
  '2026-04-04T15:15:00.001Z',
  '2038-01-19T03:14:08.000Z',
];

/** Clock times that are skipped in spring in New York and on Lord Howe. */
const timesOfMissingHours = ['2026-03-08T02:30:00.007Z', '2026-10-04T02:15:00.001Z'];

const utcText: Record<string, string> = {
  SQLite: 'expires',
  PostgreSQL: `to_char(expires AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`,
  MariaDB: 'CAST(expires AS CHAR)',
};

const script = new URL('./children/store-times.child.ts', import.meta.url);

const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe'];
const children = new Map<string, Child>();

beforeAll(async () => {
  for (const zone of zones) children.set(zone, await Child.start(script, { TZ: zone }));
});
afterAll(() => Promise.all([...children.values()].map((child) => child.kill())));

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await server.create();
    await (await openMigrated(database.options)).destroy();
  });
  afterAll(() => database.drop());

  const drivers = server.name === 'MariaDB' ? ['local', 'Z', '+05:30', '-03:00'] : ['its own zone'];

  describe.each(drivers)('with the driver time zone %s', (timezone) => {
    it.each(zones)(
      'times are stored in UTC, to the millisecond, by a process in %s',
      async (processZone) => {
        const message: StoreTimes = {
          url: database.url,
          timezone,
          times: [...times, ...timesOfMissingHours],
          utcText: utcText[server.name] ?? '',
        };

        const stored = await children.get(processZone)?.ask<StoredTime[]>(message);

        expect(stored?.map((time) => time.processZone)).toEqual(
          message.times.map(() => processZone),
        );
        expect(stored?.map((time) => time.adapter)).toEqual(message.times);
        expect(stored?.map((time) => time.database)).toEqual(
          message.times.map((time) => time.replace('T', ' ').replace('Z', '')),
        );
        // In local time, the driver changes skipped times before the application reads them.
        const read = stored?.map((time) => time.repository);
        expect(read?.slice(0, times.length)).toEqual(times);
        if (timezone !== 'local') expect(read).toEqual(message.times);
      },
    );
  });
});
