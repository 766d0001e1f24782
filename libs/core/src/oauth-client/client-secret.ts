import { AuthError } from '../errors/auth.error.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * The client secret. A function is called for a new one each time.
 * @throws {AuthError} when the function returns no string
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
