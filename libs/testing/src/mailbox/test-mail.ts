import {
  type AuthMail,
  renderSignInMail,
  type SendVerificationRequestParams,
} from '@authnest/core';

/** A mail with a sign-in link. */
export interface TestMail {
  /** The address of the only recipient, normalized. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What it is about: `sign-in`, or as the feature names it. */
  readonly kind: string;
  /** The link, as an absolute URL; empty if there is none. */
  readonly url: string;
  /** The code; absent if there is none. */
  readonly code?: string;
  /** The token in a sign-in link, for tests that build a different link; else empty. */
  readonly token: string;
  /** When the link stops working. */
  readonly expires?: Date;
  /** Id of the email provider of a sign-in link; else empty. */
  readonly provider: string;
}

/** Returns the mail that Authnest would send for these parameters. */
export function testMail(params: SendVerificationRequestParams): TestMail {
  const { identifier, url, token, expires, theme, provider } = params;
  const mail = renderSignInMail({ url, expires, theme });
  return { to: identifier, kind: 'sign-in', ...mail, url, token, expires, provider: provider.id };
}

/** Returns a mail of a feature. */
export function testMailOf(mail: AuthMail): TestMail {
  const { from: _from, language: _language, user: _user, url = '', ...shown } = mail;
  return { ...shown, url, token: '', provider: '' };
}
