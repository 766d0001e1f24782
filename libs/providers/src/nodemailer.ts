import { Email, type EmailConfig, type EmailUserConfig } from '@authnest/core';

/** Sends sign-in links over SMTP, like `Email` of the core, with the id `nodemailer` of Auth.js. */
export function Nodemailer(options: EmailUserConfig = {}): EmailConfig {
  return { ...Email({ id: 'nodemailer', name: 'Nodemailer' }), options };
}
