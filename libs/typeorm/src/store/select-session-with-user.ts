import type { DataSource, EntityMetadata } from 'typeorm';
import { JoinedLookUps } from './joined-look-ups.js';
import { SelectStatement } from './select-statement.js';

/**
 * The SELECT of a session with its user, by `sessionToken`: the cost of every guarded request with
 * a database session.
 */
export function selectSessionWithUser(
  dataSource: DataSource,
  session: EntityMetadata,
  user: EntityMetadata,
): JoinedLookUps {
  const plan = { from: session, user, where: ['sessionToken'] };
  return new JoinedLookUps(new SelectStatement(dataSource, plan));
}
