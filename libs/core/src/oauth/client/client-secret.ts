import { AuthError } from '../../errors/auth.error.js';
import { callUser } from '../../model/call-user.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';

/**
 * Returns the client secret. If it is configured as a function, calls the function each time.
 * @throws {AuthError} when the function does not return a non-empty string
 */
export async function clientSecretOf(
  { clientSecret, id }: ResolvedOAuthProvider,
  timeoutMs: number,
): Promise<string | undefined> {
  if (typeof clientSecret !== 'function') return clientSecret;
  const secret: unknown = await callUser({ timeoutMs }, 'clientSecret', () => clientSecret());
  if (typeof secret === 'string' && secret !== '') return secret;
  throw new AuthError(`provider \`${id}\`: clientSecret: the function must return a string`);
}
