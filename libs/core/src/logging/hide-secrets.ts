import { inspect } from 'node:util';

/** Members that are secret in any object. */
const SECRET: ReadonlySet<string> = new Set([
  'apiKey',
  'clientSecret',
  'encryptionSecret',
  'rootSecrets',
  'secret',
  'secrets',
  'server',
]);

/**
 * Hides the secrets of an object from `util.inspect` and `JSON.stringify`. Code that reads the
 * members still gets the real values.
 * @see docs/design/security-bar.md I07
 */
export function hideSecrets<T extends object>(value: T): T {
  const show = { value: () => withoutSecrets(value), enumerable: false };
  return Object.defineProperties(value, { toJSON: show, [inspect.custom]: show });
}

function withoutSecrets(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      shown(SECRET.has(name), member),
    ]),
  );
}

function shown(isSecret: boolean, member: unknown): unknown {
  if (isSecret && member !== undefined) return '[redacted]';
  // Values that the application passed to a factory are nested.
  return isPlain(member) ? withoutSecrets(member) : member;
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
