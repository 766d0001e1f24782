/**
 * Maximum length of a part: what fits into one cookie of 4096 bytes.
 * @see docs/design/wire-contract.md 3.3
 */
const CHUNK = 3936;
/**
 * Node refuses requests with more than 16 kB of headers; the user could then not even sign out.
 * Three chunks leave 4.5 kB for the check cookies of a sign-in and all other headers.
 * @see docs/design/security-bar.md D14
 */
export const MAX_CHUNKS = 3;

/** Whether a value fits into the session cookies. */
export function fitsCookies(value: string): boolean {
  return value.length <= MAX_CHUNKS * CHUNK;
}

/**
 * Splits a value into parts, keyed by cookie name. If it fits into one cookie, the key is `name`.
 * @throws {RangeError} if the value does not fit into the session cookies
 */
export function inChunks(name: string, value: string): ReadonlyMap<string, string> {
  if (!fitsCookies(value)) {
    throw new RangeError(
      `the session is larger than ${MAX_CHUNKS * CHUNK} characters; return less from the jwt callback`,
    );
  }
  const count = Math.ceil(value.length / CHUNK);
  if (count <= 1) return new Map([[name, value]]);
  const part = (at: number): string => value.slice(at * CHUNK, (at + 1) * CHUNK);
  return new Map(chunkNames(name, count).map((chunk, at) => [chunk, part(at)]));
}

/** @returns `name.0`, `name.1` and so on */
export function chunkNames(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}.${index}`);
}
