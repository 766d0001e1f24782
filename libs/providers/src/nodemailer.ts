import { Email, type EmailConfig, type EmailUserConfig } from '@authnest/core';

/** Mails links over SMTP: `Email` of the core, under the id that it has in Auth.js. */
export function Nodemailer(options: EmailUserConfig = {}): EmailConfig {
  return { ...Email({ id: 'nodemailer', name: 'Nodemailer' }), options };
}
