import type { EmailConfig } from '@authnest/core';
import { basic, mailApi, type MailApiOptions } from './mail-api.js';

/**
 * Sends sign-in links through Forward Email, with the key in `AUTH_FORWARDEMAIL_KEY`.
 * @see https://forwardemail.net/en/email-api
 */
export function ForwardEmail(options: MailApiOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'forwardemail',
      name: 'Forward Email',
      mail: ({ apiKey, from, to, subject, text, html }) => ({
        url: 'https://api.forwardemail.net/v1/emails',
        headers: basic(`${apiKey}`, ''),
        body: { from, to, subject, text, html },
      }),
    },
    options,
  );
}
