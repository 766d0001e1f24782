import { AuthError } from '../../errors/auth.error.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';

/**
 * Verifies an ID token that is signed with the client secret.
 * @throws when the signature was not made with this secret and the configured algorithm, or there
 * is no secret
 * @see OpenID Connect Core section 10.1; docs/design/decisions.md 16
 */
export async function verifySecretSignature(
  { client }: Pick<ResolvedOAuthProvider, 'client'>,
  idToken: string,
  clientSecret: string | undefined,
): Promise<void> {
  const { id_token_signed_response_alg: algorithm = '' } = client;
  // With an empty key, anyone could create a valid signature.
  if (!clientSecret) throw new AuthError(`an ${algorithm} ID token needs the client secret`);
  const { compactVerify } = await import('jose');
  await compactVerify(idToken, new TextEncoder().encode(clientSecret), { algorithms: [algorithm] });
}
