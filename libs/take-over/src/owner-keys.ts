import type { NamedTables } from '@authnest/typeorm/migrations';
import type { Table, TableForeignKey } from 'typeorm';

/** Returns the foreign keys from `userId` to the id of the user, whatever their names. */
export function ownerKeys({ foreignKeys }: Table, names: NamedTables): TableForeignKey[] {
  return foreignKeys.filter(
    ({ columnNames, referencedTableName, referencedColumnNames }) =>
      columnNames.join() === names.name('userId') &&
      referencedColumnNames.join() === names.name('id') &&
      names.folded(`${referencedTableName.split('.').at(-1)}`) ===
        names.folded(names.tableName('users')),
  );
}
