import type { DataSource, EntityMetadata, EntitySubscriberInterface } from 'typeorm';

const ENDS_SESSIONS = Symbol('authnest:ends-sessions-of-deleted');

/**
 * Adds a subscriber, once per DataSource, that deletes the sessions of users whom the application
 * soft-deletes, in the same transaction. So a user who is restored later has no sessions.
 */
export function endSessionsOfDeleted(
  dataSource: DataSource,
  user: EntityMetadata,
  session: EntityMetadata,
): void {
  if (dataSource.subscribers.some((known) => Reflect.get(known, ENDS_SESSIONS) === user.target)) {
    return;
  }
  const subscriber: EntitySubscriberInterface = {
    listenTo: () => user.target,
    // TypeORM passes the user with `softRemove`, but not with `softDelete`.
    afterSoftRemove: async ({ manager }) => {
      const deleted = manager
        .createQueryBuilder()
        .subQuery()
        .select('u.id')
        .from(user.target, 'u')
        .withDeleted()
        .where(`u.${user.deleteDateColumn?.propertyPath} IS NOT NULL`)
        .getQuery();
      await manager
        .createQueryBuilder()
        .delete()
        .from(session.target)
        .where(`userId IN ${deleted}`)
        .execute();
    },
  };
  dataSource.subscribers.push(Object.assign(subscriber, { [ENDS_SESSIONS]: user.target }));
}
