import type { QueryRunner } from 'typeorm';

/** The members of `pg` and `mysql2` connections that are used here. */
interface Connection {
  on(event: 'error', listener: () => void): void;
  /** In `mysql2` only: removes the connection from its pool. */
  destroy?(): void;
  readonly stream?: { destroy(): void };
}

/**
 * Closes the connection of a query runner, so that its pool opens a new one in its place. TypeORM
 * has a public method only for releasing a connection.
 */
export function destroyConnection(runner: QueryRunner): void {
  const connection = Reflect.get(runner, 'databaseConnection') as Connection | undefined;
  connection?.on('error', () => undefined); // errors of a socket that is no longer in use
  const giveBack: unknown = Reflect.get(runner, 'releasePostgresConnection');
  if (typeof giveBack === 'function') {
    // pg closes a connection that is released with an error.
    // @see https://node-postgres.com/apis/pool
    Reflect.apply(giveBack, runner, [new Error('the time limit was reached')]);
  } else if (connection?.destroy) {
    connection.destroy();
    connection.stream?.destroy(); // otherwise mysql2 waits for the server
  }
}
