import { definedOnly } from '../model/defined-only.js';
import type { AuthMail } from '../model/auth-mail.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Theme } from '../model/theme.js';
import type { Texts } from '../model/texts.js';

/** What a sender receives: one link for one address. */
export interface SendVerificationRequestParams {
  /** The address, normalized: exactly one recipient. */
  identifier: string;
  /** The link. It contains the token, and must be neither logged nor stored. */
  url: string;
  /** The option `name`, if it is set. */
  name?: string;
  /** When the link expires. */
  expires: Date;
  /** The provider, including its options; `from` is always set. */
  provider: EmailConfig & { from: string };
  /** The token alone, for a mail with a different link. */
  token: string;
  theme: Theme;
  /** Tag of the language in which the link was requested, e.g. `de`. */
  language: string;
  /** All texts in that language. */
  texts: Texts;
  /** The request for the link; it is untrusted, and its body is JSON. */
  request: Request;
}

/** A provider that mails a link. @see docs/design/wire-contract.md 12.2 */
export interface EmailConfig {
  id: string;
  name: string;
  type: 'email';
  /** Sender, as `address` or `Name <address>`. @default no-reply@ and the application's host */
  from?: string;
  /** Seconds for which a link is valid. @default 600 (10 minutes) */
  maxAge?: number;
  /** SMTP: a URL `smtp://…` or `smtps://…`, or transport options or a transport of `nodemailer`. */
  server?: string | object;
  /** For senders that call an API. @default AUTH_<ID>_KEY */
  apiKey?: string;
  /**
   * Sends any mail, such as the ones of features; must settle within the option `timeout`.
   * @default SMTP through `server`; a provider with its own `sendVerificationRequest` has none
   */
  sendMail?(mail: AuthMail, provider: EmailConfig): MaybePromise<unknown>;
  /** Sends the mail with the link; must settle within the option `timeout`. @default SMTP through `server` */
  sendVerificationRequest?(params: SendVerificationRequestParams): MaybePromise<unknown>;
  /** Secret for hashes of stored tokens, or a list, newest first. @default the option `secret` */
  secret?: string | string[];
  /**
   * Returns at least 128 random bits, new at each call, as 22 to 512 characters.
   * @default 32 random bytes, hex
   */
  generateVerificationToken?(): MaybePromise<string>;
  /**
   * Normalizes the typed text to one address, or throws.
   * @default strict: NFKC, lower case, one recipient
   */
  normalizeIdentifier?(identifier: string): string;
  /**
   * When a link asks for confirmation before it signs in; `auto` means in every browser except the
   * one that requested the link.
   * @default 'auto'
   */
  confirm?: 'auto' | 'never' | 'always';
  /** What the application passed to a factory; takes precedence. */
  options?: EmailUserConfig;
}

/** What an application passes to a factory. */
export type EmailUserConfig = Partial<Omit<EmailConfig, 'type' | 'options'>>;

/** Declares sign-in by an emailed link, over SMTP or with a custom sender. */
export function Email(config: EmailUserConfig): EmailConfig {
  return { id: 'email', name: 'Email', ...definedOnly(config), type: 'email' };
}
