import type { EntitySubscriberInterface } from 'typeorm';
import type { Change } from './operation.js';

/** Whether a listener is called after a change, or one of these subscribers before or after it. */
export function isHeard(
  { event, metadata, entity }: Change,
  subscribers: readonly EntitySubscriberInterface[],
): boolean {
  return (
    (entity !== undefined && metadata[`after${event}Listeners`].length > 0) ||
    subscribers.some(
      (subscriber) =>
        (subscriber[`before${event}`] ?? subscriber[`after${event}`]) &&
        hears(subscriber, metadata.target),
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
