import { select } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';

/** The current user in the format of the privilege tables. */
const GRANTEE = `CONCAT('''', LEFT(CURRENT_USER(), LENGTH(CURRENT_USER()) - LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)) - 1),
  '''@''', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''')`;

/**
 * Finds the privileges that the user of a connection to MariaDB or MySQL lacks: if the server
 * refused a statement midway, tables would be left half changed. Privileges from roles or on single
 * tables cannot be read here, so a user who has such privileges is assumed to have all.
 * @returns one line for each missing privilege
 */
export async function missingRights(
  queryRunner: QueryRunner,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const [other] = await select<{ role: string | null; tables: number | string; here: string }>(
    queryRunner,
    `SELECT CURRENT_ROLE() AS role, DATABASE() AS here,
            (SELECT COUNT(*) FROM information_schema.TABLE_PRIVILEGES
              WHERE GRANTEE = ${GRANTEE} AND TABLE_SCHEMA = DATABASE()) AS tables`,
  );
  if ((other?.role ?? 'NONE') !== 'NONE' || Number(other?.tables) > 0) return [];
  const rows = await select<{ name: string }>(
    queryRunner,
    `SELECT PRIVILEGE_TYPE AS name FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = ${GRANTEE}
      UNION
     SELECT PRIVILEGE_TYPE FROM information_schema.SCHEMA_PRIVILEGES
      WHERE GRANTEE = ${GRANTEE} AND DATABASE() LIKE TABLE_SCHEMA`,
  );
  const granted = new Set(rows.map(({ name }) => name));
  // The user can read tables: if no privilege to do so is visible, it comes from PUBLIC.
  if (!granted.has('SELECT')) return [];
  return wanted
    .filter((right) => !granted.has(right))
    .map((right) => `the database user lacks the privilege ${right} on ${other?.here}; grant it`);
}

/** Finds tables whose engine would keep half of a change that fails. @returns one line for each */
export async function withoutTransactions(
  queryRunner: QueryRunner,
  tables: readonly string[],
): Promise<readonly string[]> {
  const rows = await select<{ name: string; engine: string }>(
    queryRunner,
    `SELECT t.TABLE_NAME AS name, t.ENGINE AS engine FROM information_schema.TABLES t
       JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE AND e.TRANSACTIONS <> 'YES'
      WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME IN (${tables.map(() => '?').join()})`,
    tables,
  );
  return rows.map(
    ({ name, engine }) =>
      `${name}: the engine ${engine} (default_storage_engine) has no transactions; ALTER TABLE ${name} ENGINE=InnoDB`,
  );
}
