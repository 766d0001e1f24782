import { select } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';

/**
 * Runs work on MariaDB or MySQL in strict mode: otherwise the server truncates values that do not
 * fit, and only warns. Other modes are off meanwhile, since some change how the server writes names
 * and declarations. So are safe updates, which refuse to convert all rows, and on MariaDB a limit on
 * how tables may be altered, which would stop the work half-way; MySQL skips it as a comment.
 * @see docs/design/security-bar.md DT17, DT26
 */
export async function strictly(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const [row] = await select<{ mode: string; isSafe: number; algorithm?: string }>(
    queryRunner,
    `SELECT @@SESSION.sql_mode AS mode, @@SESSION.sql_safe_updates AS isSafe
       /*M!100300 , @@SESSION.alter_algorithm AS algorithm */`,
  );
  const set = (mode = '', isSafe = 0, algorithm = 'COPY') =>
    queryRunner.query(
      `SET SESSION sql_mode = ?, SESSION sql_safe_updates = ?
         /*M!100300 , SESSION alter_algorithm = '${algorithm}' */`,
      [mode, isSafe],
    );
  await set('STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO');
  try {
    await work();
  } finally {
    // Restored for later users of the pooled connection. If it is lost, nothing needs restoring.
    await set(row?.mode, Number(row?.isSafe), row?.algorithm).catch(() => {});
  }
}
