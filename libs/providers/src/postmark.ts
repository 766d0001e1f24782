import type { EmailConfig } from '@authnest/core';
import { mailApi, type MailApiOptions } from './mail-api.js';

/**
 * Sends sign-in links through Postmark, with the key in `AUTH_POSTMARK_KEY`.
 * @see https://postmarkapp.com/developer/api/email-api
 */
export function Postmark(options: MailApiOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'postmark',
      name: 'Postmark',
      mail: ({ apiKey, from, to, subject, text, html }) => {
        return {
          url: 'https://api.postmarkapp.com/email',
          headers: { accept: 'application/json', 'x-postmark-server-token': `${apiKey}` },
          body: {
            From: from,
            To: to,
            Subject: subject,
            TextBody: text,
            HtmlBody: html,
            MessageStream: 'outbound',
          },
        };
      },
    },
    options,
  );
}
