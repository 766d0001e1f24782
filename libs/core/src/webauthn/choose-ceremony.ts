import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import type { WebAuthnAction } from './webauthn.form.js';

/** What decides whether a browser is to authenticate or to register. */
export interface CeremonyFacts {
  /** The action in the query. */
  readonly asked: WebAuthnAction | undefined;
  readonly signedIn: boolean;
  /** The user that the fields name, or the session's user if there is one. */
  readonly found: WebAuthnUserInfo | null;
  /** `infer`: the option `inferAction`, with the rows of Auth.js. */
  readonly rows: 'infer' | 'alike';
}

/**
 * @returns undefined where the request is invalid
 * @see docs/design/wire-contract.md 7.5; docs/design/decisions.md 17
 */
export function chooseCeremony(facts: CeremonyFacts): WebAuthnAction | undefined {
  const { asked, signedIn, found, rows } = facts;
  if (asked === 'authenticate') return 'authenticate';
  if (asked === 'register') {
    if (!found?.user.email) return undefined;
    // Whether an address is taken shows only at the callback, after a passkey was made for it.
    return signedIn || !found.exists || rows === 'alike' ? 'register' : undefined;
  }
  if (signedIn) return undefined;
  if (rows === 'alike' || !found || found.exists) return 'authenticate';
  return found.user.email ? 'register' : undefined;
}
