import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { SendVerificationRequestParams } from '../provider/email-provider.js';
import { givenMail } from './given-mail.js';
import { renderSignInMail } from './sign-in-mail.js';

/** The timeout for each step, and a signal that cancels sending. */
interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends the mail with the link with nodemailer.
 * @param server - a URL, transport options, or a transport, also as `createTransport` returns it
 * @throws {Error} unless the server accepts the mail for its only recipient
 */
export async function sendBySmtp(
  params: SendVerificationRequestParams,
  server: string | object | undefined,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const given = givenMail(createTransport, server);
  const transport = given ?? createTransport(optionsOf(server, timeoutMs));
  try {
    const { rejected, pending } = await transport.sendMail({
      from: params.provider.from,
      // An object, which no address parser splits into several recipients.
      to: { name: '', address: params.identifier },
      ...renderSignInMail(params),
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
