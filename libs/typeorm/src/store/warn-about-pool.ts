import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

/**
 * Warns where opening a connection may take for ever. `pg` has no limit unless it is set: after a
 * network went silent its pool would stay full of connections that never open.
 */
export function warnAboutPool({ options }: DataSource): void {
  if (options.type !== 'postgres') return;
  const extra = Object(options.extra) as { readonly connectionTimeoutMillis?: unknown };
  const limit = options.connectTimeoutMS ?? extra.connectionTimeoutMillis;
  if (typeof limit === 'number' && limit > 0) return;
  new Logger('TypeOrmAdapter').warn(
    'the DataSource sets no `connectTimeoutMS`, so opening a connection may take for ever; set 5000',
  );
}
