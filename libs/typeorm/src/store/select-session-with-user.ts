import type { DataSource, EntityMetadata } from 'typeorm';
import { JoinedLookUps } from './joined-look-ups.js';
import { SelectStatement } from './select-statement.js';

/**
 * Returns the SELECT of a session with its user, by `sessionToken`. It is sent by every guarded
 * request with a database session.
 */
export function selectSessionWithUser(
  dataSource: DataSource,
  session: EntityMetadata,
  user: EntityMetadata,
): JoinedLookUps {
  const plan = { from: session, user, where: ['sessionToken'] };
  return new JoinedLookUps(new SelectStatement(dataSource, plan));
}
