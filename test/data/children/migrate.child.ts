import { DataSource } from 'typeorm';
import { Trigger } from '../../support/breaker.js';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { type MigrationLayout, optionsOf, sameLayout } from '../../support/migration-layouts.js';
import { revertAll } from '../../support/schema.js';

/** Which migrations to run, and when the process dies. */
export interface Migrate {
  readonly url: string;
  readonly layout: MigrationLayout;
  readonly direction: 'up' | 'down';
  /** The number, from 1, of the database change right before which the process dies. */
  readonly dieBefore: number;
}

respondToMessages(async ({ url, layout, direction, dieBefore }: Migrate): Promise<string> => {
  // As with `kill -9`, nothing is rolled back, closed or reported.
  const logger = new Trigger(() => process.kill(process.pid, 'SIGKILL'));
  const options = { ...optionsOf(url, sameLayout(layout)), logger, logging: true } as const;
  const dataSource = await new DataSource(options).initialize();
  logger.beforeChange(dieBefore);
  if (direction === 'up') await dataSource.runMigrations();
  else await revertAll(dataSource);
  return 'done';
});
