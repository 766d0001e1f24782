import { type EmailConfig, renderSignInMail } from '@authnest/core';
import { bearer, mailApi, type MailApiOptions, senderOf } from './mail-api.js';

/**
 * Sends sign-in links through SendGrid, with the key in `AUTH_SENDGRID_KEY`.
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 */
export function SendGrid(options: MailApiOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'sendgrid',
      name: 'SendGrid',
      request: (params) => {
        const { subject, text, html } = renderSignInMail(params);
        const { address, name } = senderOf(params);
        return {
          url: 'https://api.sendgrid.com/v3/mail/send',
          headers: bearer(params),
          body: {
            personalizations: [{ to: [{ email: params.identifier }] }],
            from: { email: address, name },
            subject,
            content: [
              { type: 'text/plain', value: text },
              { type: 'text/html', value: html },
            ],
          },
        };
      },
    },
    options,
  );
}
