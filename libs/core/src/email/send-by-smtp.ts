import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { AuthMail } from '../model/auth-mail.js';
import { givenMail } from './given-transport.js';

/** The timeout for each step, and a signal that cancels sending. */
interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a mail with nodemailer.
 * @param server - a URL, transport options, or a transport, also as `createTransport` returns it
 * @throws {Error} unless the server accepts the mail for its only recipient
 */
export async function sendBySmtp(
  { from, to, subject, text, html }: Pick<AuthMail, 'from' | 'to' | 'subject' | 'text' | 'html'>,
  server: string | object | undefined,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const given = givenMail(createTransport, server);
  const transport = given ?? createTransport(optionsOf(server, timeoutMs));
  try {
    const { rejected, pending } = await transport.sendMail({
      from,
      // An object, which no address parser splits into several recipients.
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    if ([...(rejected ?? []), ...(pending ?? [])].length > 0) {
      throw new AuthError('the mail server did not accept the recipient');
    }
  } finally {
    // A transport of the application sends the next mail too.
    if (!given) transport.close();
  }
}

function optionsOf(server: string | object | undefined, timeoutMs: number): object {
  return {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(typeof server === 'string' ? { url: server } : server),
  };
}

/** Loads nodemailer for the first mail, since it is an optional package. */
async function loadNodemailer(): Promise<typeof import('nodemailer')> {
  try {
    return await import('nodemailer');
  } catch (thrown) {
    throw new AuthError(
      'the option `server` of an email provider needs nodemailer; run `npm install nodemailer`, or set `sendVerificationRequest`',
      { err: toError(thrown) },
    );
  }
}
