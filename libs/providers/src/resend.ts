import type { EmailConfig } from '@authnest/core';
import { bearer, mailApi, type MailApiOptions } from './mail-api.js';

/**
 * Sends sign-in links through Resend, with the key in `AUTH_RESEND_KEY`.
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export function Resend(options: MailApiOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'resend',
      name: 'Resend',
      mail: ({ apiKey, from, to, subject, text, html }) => ({
        url: 'https://api.resend.com/emails',
        headers: bearer({ apiKey }),
        body: { from, to, subject, text, html },
      }),
    },
    options,
  );
}
