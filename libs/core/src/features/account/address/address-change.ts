/** The steps of a change of address, each a link that is mailed. */
export const NEW = 'email-new';
export const OLD = 'email-old';
export const UNDO = 'email-undo';
/** Purpose of the row that says which address could undo a change. */
export const FORMER = 'email-former';

/** A change of address. It is sealed in the store. */
export interface AddressChange {
  readonly userId: string;
  /** As it is stored with the user; empty if there was none. */
  readonly from: string;
  /** Normalized. */
  readonly to: string;
}

/** A change that the former mailbox can undo. */
export interface UndoableChange extends AddressChange {
  /** What the user had to sign in with before. @see markWays */
  readonly ways: readonly string[];
}

/** A change that somebody asked for who was signed in. */
export interface AskedChange extends AddressChange {
  /** When all sessions of the user had ended last, as `accessEnd` returns it. */
  readonly ended: number;
}

/** A change that mailboxes confirm. */
export interface RequestedChange extends AskedChange {
  /** Id of the row that counts them. */
  readonly countId: string;
  /** How many mailboxes must confirm. */
  readonly needed: number;
}
