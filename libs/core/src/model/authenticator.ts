/**
 * A WebAuthn credential. Binary members are standard Base64 with padding.
 * @see docs/design/wire-contract.md 16.1
 */
export interface Authenticator {
  credentialID: string;
  credentialPublicKey: string;
  counter: number;
  credentialDeviceType: string;
  credentialBackedUp: boolean;
  /** Comma-separated list. */
  transports?: string | null;
  providerAccountId: string;
  userId?: string;
}
