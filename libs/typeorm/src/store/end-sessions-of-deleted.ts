import type { DataSource, EntityMetadata, EntitySubscriberInterface } from 'typeorm';

const ENDS_SESSIONS = Symbol('authnest:ends-sessions-of-deleted');

/**
 * Ends the sessions of users whom the application deletes softly, in the transaction in which it
 * does, so that a restored user has none. Once for each DataSource.
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
    // TypeORM names the user with `softRemove`, and nobody with `softDelete`.
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
