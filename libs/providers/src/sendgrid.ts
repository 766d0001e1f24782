import type { EmailConfig } from '@authnest/core';
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
      mail: ({ apiKey, from, to, subject, text, html }) => {
        const { address, name } = senderOf({ from });
        return {
          url: 'https://api.sendgrid.com/v3/mail/send',
          headers: bearer({ apiKey }),
          body: {
            personalizations: [{ to: [{ email: to }] }],
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
