import type { QueryRunner } from 'typeorm';

/** What we use of the connections of `pg` and of `mysql2`. */
interface Connection {
  on(event: 'error', listener: () => void): void;
  /** Only in mysql2: removes the connection from its pool. */
  destroy?(): void;
  readonly stream?: { destroy(): void };
}

/**
 * Closes the connection of a query runner, so that its pool opens a new one in its place. TypeORM
 * has a public method only for releasing it.
 */
export function destroyConnection(runner: QueryRunner): void {
  const connection = Reflect.get(runner, 'databaseConnection') as Connection | undefined;
  connection?.on('error', () => undefined); // errors of a socket that is no longer in use
  const giveBack: unknown = Reflect.get(runner, 'releasePostgresConnection');
  if (typeof giveBack === 'function') {
    // pg closes a connection that is released with an error.
    // @see https://node-postgres.com/apis/pool
    Reflect.apply(giveBack, runner, [new Error('the time is over')]);
  } else if (connection?.destroy) {
    connection.destroy();
    connection.stream?.destroy(); // otherwise mysql2 waits for the server
  }
}
