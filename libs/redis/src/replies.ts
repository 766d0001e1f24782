/**
 * Reads an integer. With `stringNumbers` a client returns it as a string.
 * @throws {Error} for any other reply: a session that cannot be checked must not count as live
 */
export function toInteger(reply: unknown): number {
  if (Number.isSafeInteger(reply)) return reply as number;
  if (typeof reply === 'string' && /^-?\d{1,15}$/.test(reply)) return Number(reply);
  throw unknownReply('an integer', reply);
}

/** Reads a time in milliseconds. @returns -Infinity if there is none @throws {Error} for others */
export function toTime(reply: unknown): number {
  return reply === null || reply === undefined ? Number.NEGATIVE_INFINITY : toInteger(reply);
}

/** Reads the fields of a hash. @throws {Error} for any other reply */
export function toHash(reply: unknown): Record<string, string> {
  if (isHash(reply)) return reply;
  throw unknownReply('a hash', reply);
}

/** Reads the fields of a hash that a script returns as a list. @throws {Error} for others */
export function toFieldsOfList(reply: unknown): Record<string, string> {
  if (!Array.isArray(reply)) throw unknownReply('a list', reply);
  const pairs = reply.flatMap((name: string, at) => (at % 2 === 0 ? [[name, reply[at + 1]]] : []));
  return toHash(Object.fromEntries(pairs));
}

function isHash(reply: unknown): reply is Record<string, string> {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    !Array.isArray(reply) &&
    Object.values(reply).every((value) => typeof value === 'string')
  );
}

/** The reply is not shown, since it may contain a token. */
function unknownReply(expected: string, reply: unknown): Error {
  const found = Array.isArray(reply) ? 'an array' : reply === null ? 'null' : typeof reply;
  return new Error(
    `Redis: expected ${expected}, but the client returned ${found}; remove the option of the client that changes its replies`,
  );
}
