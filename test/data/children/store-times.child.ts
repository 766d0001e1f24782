import { aSession, aUser } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { optionsAt } from '../../support/databases.js';

/** The times to store, and the database to use. */
export interface StoreTimes {
  readonly url: string;
  /** The time zone of MariaDB's driver. */
  readonly timezone?: string;
  readonly times: readonly string[];
  /** SQL that selects the column as UTC text. */
  readonly utcText: string;
}

/** A stored time, as read through the adapter, the repository and SQL. */
export interface StoredTime {
  readonly processZone: string;
  readonly adapter: string | undefined;
  readonly repository: string | undefined;
  readonly database: string | undefined;
}

respondToMessages(async ({ url, timezone, times, utcText }: StoreTimes): Promise<StoredTime[]> => {
  const dataSource = await open(url, timezone);
  const adapter = new TypeOrmAdapter(dataSource);
  const sessions = dataSource.getRepository(authEntities().session);
  const { id: userId } = await adapter.createUser(aUser());
  const stored: StoredTime[] = [];
  for (const time of times) {
    const expires = new Date(time);
    const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
    const read = await sessions.findOneBy({ sessionToken, expires });
    const [raw] = await dataSource.query<{ text: string }[]>(
      `SELECT ${utcText} AS text FROM sessions WHERE id = '${read?.id}'`,
    );
    stored.push({
      processZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      adapter: (await adapter.getSessionAndUser(sessionToken))?.session.expires.toISOString(),
      repository: read?.expires.toISOString(),
      database: raw?.text,
    });
  }
  await dataSource.destroy();
  return stored;
});

/** Connects to the database; on MariaDB, its session uses a third time zone. */
async function open(url: string, timezone: string | undefined): Promise<DataSource> {
  const options = optionsAt(url);
  if (options.type !== 'mariadb') return new DataSource(options).initialize();
  const dataSource = await new DataSource({ ...options, timezone, poolSize: 1 }).initialize();
  await dataSource.query(`SET time_zone = '+07:00'`);
  return dataSource;
}
