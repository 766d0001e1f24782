import { AuthError } from '../../errors/auth.error.js';

/** Three base64url parts without padding; libraries also accept spaces and line breaks. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Checks a signed token before the OAuth library reads it. Refuses a token that is not in strict
 * compact form, has extensions that change what is signed, or is of another type: a logout token or
 * an access token from the same provider has a valid signature and perhaps our client id.
 * @param name - the name of the token in messages
 * @throws {AuthError} when the token is refused; the message names the header parameter
 * @see RFC 7515 section 7.1; RFC 7797 section 6; RFC 8725 sections 2.7 and 3.11
 */
export function assertJwsForm(token: string, name: string): void {
  if (!COMPACT.test(token)) throw new AuthError(`${name} must be a JWS in the compact form`);
  const header = headerOf(token);
  if (header === undefined) throw new AuthError(`the header of ${name} must be a JSON object`);
  for (const extension of ['crit', 'b64']) {
    if (Object.hasOwn(header, extension)) {
      throw new AuthError(`the header of ${name} must not contain \`${extension}\``);
    }
  }
  const { typ } = header;
  if (typ === undefined) return;
  // A media type: case-insensitive, with an optional prefix. @see RFC 7515 section 4.1.9
  if (typeof typ !== 'string' || !/^(?:application\/)?jwt$/i.test(typ)) {
    throw new AuthError(`\`typ\` of ${name} must be \`JWT\` or absent, got another type`);
  }
}

function headerOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const [encoded = ''] = token.split('.', 1);
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
