import type { EmailConfig } from '@authnest/core';
import { basic, mailApi, type MailApiOptions, senderOf } from './mail-api.js';

/** Options of {@link Mailgun}. */
export interface MailgunOptions extends MailApiOptions {
  /** The region of the domain. @default 'US' */
  region?: 'US' | 'EU';
}

const SERVERS = { US: 'https://api.mailgun.net', EU: 'https://api.eu.mailgun.net' } as const;

/**
 * Sends sign-in links through Mailgun, from the domain of `from`, with the key in
 * `AUTH_MAILGUN_KEY`.
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages
 */
export function Mailgun(options: MailgunOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'mailgun',
      name: 'Mailgun',
      mail: ({ apiKey, from, to, subject, text, html }) => {
        const { address } = senderOf({ from });
        const domain = encodeURIComponent(address.slice(address.lastIndexOf('@') + 1));
        return {
          url: `${SERVERS[options.region ?? 'US']}/v3/${domain}/messages`,
          headers: basic('api', `${apiKey}`),
          body: new URLSearchParams({ from, to, subject, text, html }),
        };
      },
    },
    options,
  );
}
