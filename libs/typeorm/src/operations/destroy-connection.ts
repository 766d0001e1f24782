import type { QueryRunner } from 'typeorm';

/** What we use of the connections of `pg` and of `mysql2`. */
interface Connection {
  on(event: 'error', listener: () => void): void;
  /** Only mysql2 has it: takes the connection out of its pool. */
  destroy?(): void;
  readonly stream?: { destroy(): void };
}

/**
 * Closes the connection of a query runner, so that its pool makes a new one in its place. TypeORM
 * has a public method only for giving it back.
 */
export function destroyConnection(runner: QueryRunner): void {
  const connection = Reflect.get(runner, 'databaseConnection') as Connection | undefined;
  connection?.on('error', () => undefined); // of a socket that nobody waits for any more
  const giveBack: unknown = Reflect.get(runner, 'releasePostgresConnection');
  if (typeof giveBack === 'function') {
    // pg closes what is released with an error. @see https://node-postgres.com/apis/pool
    Reflect.apply(giveBack, runner, [new Error('the time is over')]);
  } else if (connection?.destroy) {
    connection.destroy();
    connection.stream?.destroy(); // mysql2 waits for the other side otherwise
  }
}
