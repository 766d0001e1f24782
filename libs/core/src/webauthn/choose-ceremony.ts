import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import type { WebAuthnAction } from './webauthn.form.js';

/** The facts that decide whether a browser authenticates or registers. */
export interface CeremonyFacts {
  /** The action in the query. */
  readonly asked: WebAuthnAction | undefined;
  readonly signedIn: boolean;
  /** The session's user, or else the user that the fields name. */
  readonly found: WebAuthnUserInfo | null;
  /** `infer`: the rules of Auth.js, for the option `inferAction`; `alike`: reveals no address. */
  readonly rows: 'infer' | 'alike';
}

/**
 * @returns undefined if the request is invalid
 * @see docs/design/wire-contract.md 7.5; docs/design/decisions.md 17
 */
export function chooseCeremony(facts: CeremonyFacts): WebAuthnAction | undefined {
  const { asked, signedIn, found, rows } = facts;
  if (asked === 'authenticate') return 'authenticate';
  if (asked === 'register') {
    if (!found?.user.email) return undefined;
    // Whether an address is taken is revealed only by the callback, after a passkey was created.
    return signedIn || !found.exists || rows === 'alike' ? 'register' : undefined;
  }
  if (signedIn) return undefined;
  if (rows === 'alike' || !found || found.exists) return 'authenticate';
  return found.user.email ? 'register' : undefined;
}
