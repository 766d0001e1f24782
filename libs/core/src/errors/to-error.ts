/** Makes an `Error` of whatever user code or a library threw, so that a cause is always an `Error`. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : `${kindOf(thrown)} was thrown`);
}

/** The kind in words, and nothing of the value. */
function kindOf(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return `${thrown}`;
  return typeof thrown === 'object' ? 'an object' : `a ${typeof thrown}`;
}
