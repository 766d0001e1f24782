import { renderSignInMail, type SendVerificationRequestParams } from '@authnest/core';

/** A mail with a sign-in link. */
export interface TestMail {
  /** The address of the only recipient, normalized. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link, as an absolute URL. */
  readonly url: string;
  /** The token in the link, for tests that build a different link. */
  readonly token: string;
  /** When the link stops working. */
  readonly expires: Date;
  /** Id of the email provider. */
  readonly provider: string;
}

/** Returns the mail that Authnest would send for these parameters. */
export function testMail(params: SendVerificationRequestParams): TestMail {
  const { identifier, url, token, expires, theme, provider } = params;
  const mail = renderSignInMail({ url, expires, theme });
  return { to: identifier, ...mail, url, token, expires, provider: provider.id };
}
