import type { User } from './user.js';

/** The words of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail, ready for any sender. What is in it must be neither logged nor stored. */
export interface AuthMail extends MailContent {
  /** What it is about, as the feature names it, such as `reset`; `sign-in` for a sign-in link. */
  readonly kind: string;
  /** The address, normalized: exactly one recipient. */
  readonly to: string;
  /** Sender, as `address` or `Name <address>`. */
  readonly from: string;
  /** Tag of the language of the words. */
  readonly language: string;
  /** The link in it. It leads to an origin that the operator has named. */
  readonly url?: string;
  /** The code in it, as it is shown. */
  readonly code?: string;
  /** When link and code stop working. */
  readonly expires?: Date;
  /** Whom it is about, if the person is known. */
  readonly user?: User;
}

/** The words of a kind of mail, in one language; functions receive and return plain text. */
export interface MailTexts {
  /** Subject and heading, without anything that a stranger chose. @param site - name or host */
  readonly subject: (site: string) => string;
  /** What happened, and what to do. @param life - such as `10 minutes`; empty if nothing expires */
  readonly text: (life: string) => string;
  /** On the button with the link. */
  readonly button?: string;
  /** What to do if the person did not ask for it. */
  readonly note?: string;
}
