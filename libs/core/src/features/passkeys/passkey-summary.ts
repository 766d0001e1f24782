/** One of a user's passkeys, as it may be shown to that user. */
export interface PasskeySummary {
  /** Id of the credential, in base64url. */
  readonly id: string;
  /** Name that the user chose; null if there is none. */
  readonly name: string | null;
  /** `multiDevice` if the passkey can be used on several devices, else `singleDevice`. */
  readonly deviceType: string;
  /** Whether the passkey is backed up. */
  readonly backedUp: boolean;
  readonly transports: readonly string[];
}
