import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AuthError } from '@authnest/core';
import { SignJWT } from 'jose';

/** What Apple's developer pages show of a key for "Sign in with Apple". */
export interface AppleKey {
  /** Ten characters, from the membership page. */
  teamId: string;
  /** Ten characters, from the page of the key. */
  keyId: string;
  /** Text of the `.p8` file; line breaks may be written as `\n`. */
  privateKey: string;
}

/** Makes the client secret of the provider it belongs to. */
export type AppleClientSecret = (this: { clientId?: string } | void) => Promise<string>;

/** How long a secret is good for, seconds. Apple takes at most six months. */
const LIFE = 60 * 60;
/** How long before its end it is made anew, seconds; Apple's clock may be ahead. */
const MARGIN = 5 * 60;

/**
 * A client secret for `Apple`, which accepts no fixed string: a token signed with your key. It is
 * made when it is needed, kept for an hour, and never sent to anybody but Apple.
 * @throws {AuthError} when the key is no private key on the curve P-256
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleClientSecret({ teamId, keyId, privateKey }: AppleKey): AppleClientSecret {
  const key = keyOf(privateKey);
  const made = new Map<string, { secret: Promise<string>; ends: number }>();
  return async function secretOf(): Promise<string> {
    // The provider calls it as its own, so that the client id may come from the environment.
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
    'appleClientSecret: `privateKey` must be the text of the .p8 file, a private key on the curve P-256';
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKey.replaceAll('\\n', '\n'));
  } catch {
    // The reason could quote the key.
    throw new AuthError(expected);
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new AuthError(expected);
  return key;
}
