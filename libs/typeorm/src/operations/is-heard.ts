import type { EntitySubscriberInterface } from 'typeorm';
import type { Change } from './operation.js';

/** Whether a listener or one of these subscribers is called after a change. */
export function isHeard(
  { event, metadata, entity }: Change,
  subscribers: readonly EntitySubscriberInterface[],
): boolean {
  const listeners = {
    Insert: metadata.afterInsertListeners,
    Update: metadata.afterUpdateListeners,
    Remove: metadata.afterRemoveListeners,
  }[event];
  return (
    (entity !== undefined && listeners.length > 0) ||
    subscribers.some(
      (subscriber) => subscriber[`after${event}`] && hears(subscriber, metadata.target),
    )
  );
}

/** Makes the same decision as TypeORM. */
function hears(subscriber: EntitySubscriberInterface, target: unknown): boolean {
  const heard: unknown = subscriber.listenTo?.();
  if (!heard || heard === Object || heard === target) return true;
  return (
    typeof heard === 'function' &&
    typeof target === 'function' &&
    Object.prototype.isPrototypeOf.call(heard, target)
  );
}
