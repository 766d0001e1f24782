/** A mail that arrived, ready to be shown. */
export interface Mail {
  /** Counts from 1. */
  readonly id: number;
  readonly received: Date;
  /** The sender of the envelope. */
  readonly from: string;
  /** Recipients of the envelope, in order. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}
