import type { QueryRunner } from 'typeorm';
import { select } from '../catalog/statements.js';

/** The modes in which the server writes names in other quotes than those that we read. */
const QUOTING = ['ANSI', 'ANSI_QUOTES'];

/**
 * Runs work on MariaDB or MySQL in strict mode: otherwise the server truncates values that do not
 * fit, and only warns. Its names are in backticks meanwhile.
 * @see docs/design/security-bar.md DT17
 */
export async function strictly(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const [row] = await select<{ mode: string }>(queryRunner, 'SELECT @@SESSION.sql_mode AS mode');
  const mode = row?.mode ?? '';
  const others = mode.split(',').filter((one) => !QUOTING.includes(one));
  await queryRunner.query('SET SESSION sql_mode = ?', [[...others, 'STRICT_ALL_TABLES'].join()]);
  try {
    await work();
  } finally {
    // Restored for later users of the pooled connection. If it is lost, nothing needs restoring.
    await queryRunner.query('SET SESSION sql_mode = ?', [mode]).catch(() => {});
  }
}
