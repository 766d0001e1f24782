/** Whether a value is an object such as `{…}`, and not an instance of a class. */
export function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
