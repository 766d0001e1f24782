/** A provider's notice of what has ended: a session (`sid`), all of a user's (`sub`), or both. */
export interface ProviderNotice {
  readonly sid?: string;
  readonly sub?: string;
  /** Seconds since the epoch, according to the provider's clock. */
  readonly time: number;
}
