import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import type { WebAuthnAction } from './webauthn.form.js';

/** What decides whether a browser is to authenticate or to register. */
export interface CeremonyFacts {
  /** As the query has it. */
  readonly asked: WebAuthnAction | undefined;
  readonly signedIn: boolean;
  /** Whom the fields name; the session's user where there is one. */
  readonly found: WebAuthnUserInfo | null;
  /** `infer`: the option `inferAction`, with the rows of Auth.js. */
  readonly rows: 'infer' | 'alike';
}

/**
 * @returns undefined where the request makes no sense
 * @see docs/design/wire-contract.md 7.5; docs/design/decisions.md 17
 */
export function chooseCeremony(facts: CeremonyFacts): WebAuthnAction | undefined {
  const { asked, signedIn, found, rows } = facts;
  if (asked === 'authenticate') return 'authenticate';
  if (asked === 'register') {
    if (!found?.user.email) return undefined;
    // That an address is taken shows at the callback only, after somebody made a passkey for it.
    return signedIn || !found.exists || rows === 'alike' ? 'register' : undefined;
  }
  if (signedIn) return undefined;
  if (rows === 'alike' || !found || found.exists) return 'authenticate';
  return found.user.email ? 'register' : undefined;
}
