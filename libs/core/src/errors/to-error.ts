/** Makes an `Error` of whatever user code or a library threw, so that a cause is always an `Error`. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : `a ${typeof thrown} was thrown`);
}
