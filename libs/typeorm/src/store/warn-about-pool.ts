import { Logger } from '@nestjs/common';
import type { DataSource, DataSourceOptions } from 'typeorm';

/**
 * Warns if the pool, as configured, would not recover from a failure of the network or the server.
 */
export function warnAboutPool({ options }: DataSource): void {
  const problem = problemOf(options);
  if (problem) new Logger('TypeOrmAdapter').warn(problem);
}

function problemOf(options: DataSourceOptions): string | undefined {
  switch (options.type) {
    case 'postgres': {
      // `pg` has no limit by default: after a network fault, the pool would stay full of
      // connections that never open.
      const extra = Object(options.extra) as { readonly connectionTimeoutMillis?: unknown };
      const limit = options.connectTimeoutMS ?? extra.connectionTimeoutMillis;
      if (isPositive(limit)) return undefined;
      return 'the DataSource sets no `connectTimeoutMS`, so opening a connection may never time out; set it to 5000';
    }
    case 'mysql':
    case 'mariadb': {
      // After five connections that could not be opened, `mysql2` removes a server permanently.
      const { replication } = options;
      if (!replication || isPositive(replication.restoreNodeTimeout)) return undefined;
      return (
        'the DataSource sets no `replication.restoreNodeTimeout`, so a server that was once ' +
        'unreachable is never used again; set it to 1000'
      );
    }
    default:
      return undefined;
  }
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}
