import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AuthError } from '@authnest/core';
import { SignJWT } from 'jose';

/** A key for "Sign in with Apple", from Apple's developer pages. */
export interface AppleKey {
  /** Ten characters, shown on the membership page. */
  teamId: string;
  /** Ten characters, shown on the page of the key. */
  keyId: string;
  /** Contents of the `.p8` file; line breaks may be written as `\n`. */
  privateKey: string;
}

/** Returns the client secret for the provider that it is called on. */
export type AppleClientSecret = (this: { clientId?: string } | void) => Promise<string>;

/** Lifetime of a secret, in seconds. Apple accepts at most six months. */
const LIFE = 60 * 60;
/** Time before its expiry at which it is renewed, in seconds; Apple's clock may be ahead. */
const MARGIN = 5 * 60;

/**
 * Creates the client secret for `Apple`, which must be a token signed with your key. A token is
 * created on demand, cached until shortly before it expires, and sent only to Apple.
 * @throws {AuthError} if the key is not a private key on the curve P-256
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleClientSecret({ teamId, keyId, privateKey }: AppleKey): AppleClientSecret {
  const key = keyOf(privateKey);
  const made = new Map<string, { secret: Promise<string>; ends: number }>();
  return async function secretOf(): Promise<string> {
    // Called as a method of the provider, so that its client id may come from the environment.
    const clientId = this?.clientId;
    if (!clientId) throw new AuthError('appleClientSecret: the provider has no `clientId`');
    const now = Math.floor(Date.now() / 1000);
    const kept = made.get(clientId);
    if (kept && kept.ends - MARGIN > now) return kept.secret;
    const ends = now + LIFE;
    const secret = new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience('https://appleid.apple.com')
      .setIssuedAt(now)
      .setExpirationTime(ends)
      .sign(key);
    made.set(clientId, { secret, ends });
    return secret;
  };
}

function keyOf(privateKey: string): KeyObject {
  const expected =
    'appleClientSecret: `privateKey` must be the contents of the .p8 file, a private key on the curve P-256';
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKey.replaceAll('\\n', '\n'));
  } catch {
    // The original error might contain the key.
    throw new AuthError(expected);
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new AuthError(expected);
  return key;
}
