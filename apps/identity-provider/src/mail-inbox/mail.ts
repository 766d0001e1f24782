/** A received mail, parsed for display. */
export interface Mail {
  /** Number of the mail, starting at 1. */
  readonly id: number;
  readonly received: Date;
  /** Sender from the envelope. */
  readonly from: string;
  /** Recipients from the envelope, in order. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}
