import type { JWTPayload } from 'jose';

/** Returns the claims of a stored ID token, which was verified before; none if it is not a JWT. */
export async function storedClaims(idToken: string): Promise<JWTPayload> {
  const { decodeJwt } = await import('jose');
  return decodedOr(decodeJwt, idToken);
}

function decodedOr(decode: (token: string) => JWTPayload, idToken: string): JWTPayload {
  try {
    return decode(idToken);
  } catch {
    return {};
  }
}
