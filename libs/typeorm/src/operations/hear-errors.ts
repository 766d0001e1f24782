import type { EventEmitter } from 'node:events';
import type { Driver } from 'typeorm';

/** The pools whose connections have our listener. */
const heard = new WeakSet<EventEmitter>();

/**
 * Gives each connection of the pools of `pg` a listener for errors. For a moment after it was opened
 * it has none, and an error in that moment, such as of a server that shuts down, would end the
 * process. What waits for the connection fails anyway.
 * @see docs/design/security-bar.md HO7; https://nodejs.org/api/events.html#error-events
 */
export function hearErrors(driver: Driver): void {
  if (driver.options.type !== 'postgres') return;
  const { master, slaves } = driver as Driver & Record<'master' | 'slaves', unknown>;
  for (const pool of [master, ...(slaves as unknown[])] as EventEmitter[]) {
    if (heard.has(pool)) continue;
    heard.add(pool);
    pool.on('connect', (connection: EventEmitter) => connection.on('error', () => undefined));
  }
}
