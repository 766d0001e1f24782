/** Turns anything that was thrown into an `Error`, so that a cause is always an `Error`. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : `${kindOf(thrown)} was thrown`);
}

/** Describes the type, but nothing of the value. */
function kindOf(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return `${thrown}`;
  return typeof thrown === 'object' ? 'an object' : `a ${typeof thrown}`;
}
