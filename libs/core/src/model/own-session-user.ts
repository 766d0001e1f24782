import type { User } from './user.js';

/** A symbol survives copies of the user by spreading, and appears in no JSON. */
const OWN_USER = Symbol.for('authnest:own-user');

/** Marks the user of a session whose id is not an id of the adapter. */
export function asOwnUser(user: User): User {
  return Object.assign({ ...user }, { [OWN_USER]: true });
}

/** Whether the user of a session was marked, so that the adapter must not be asked for the id. */
export function isOwnSessionUser(user: object): boolean {
  return OWN_USER in user;
}
