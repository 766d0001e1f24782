import type { QueryRunner } from 'typeorm';
import { select } from '../catalog/statements.js';

/**
 * Runs work on MariaDB or MySQL in strict mode: otherwise the server truncates values that do not
 * fit, and only warns.
 */
export async function strictly(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const [row] = await select<{ mode: string }>(queryRunner, 'SELECT @@SESSION.sql_mode AS mode');
  const mode = row?.mode ?? '';
  await queryRunner.query('SET SESSION sql_mode = ?', [`${mode},STRICT_ALL_TABLES`]);
  try {
    await work();
  } finally {
    // Restored for later users of the pooled connection. If it is lost, nothing needs restoring.
    await queryRunner.query('SET SESSION sql_mode = ?', [mode]).catch(() => {});
  }
}
