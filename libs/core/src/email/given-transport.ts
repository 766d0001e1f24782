import type { Mail, Transport } from 'nodemailer';

/** What sends through each transport of the application. Each new one would listen to it anew. */
const mails = new WeakMap<Transport, Mail>();

/**
 * Returns what sends through a transport of the application; undefined for a URL or options. A
 * transport is used as it is: a copy would lose the methods of its class.
 */
export function givenMail(
  create: (transport: Transport) => Mail,
  server: string | object | undefined,
): Mail | undefined {
  if (isMail(server)) return server;
  if (!isTransport(server)) return undefined;
  const known = mails.get(server);
  if (known) return known;
  const mail = create(server);
  // It repeats the errors of the transport, and without a listener that would end the process.
  mail.on('error', () => undefined);
  mails.set(server, mail);
  return mail;
}

function isMail(server: string | object | undefined): server is Mail {
  return typeof server === 'object' && 'sendMail' in server;
}

function isTransport(server: string | object | undefined): server is Transport {
  return typeof server === 'object' && 'send' in server && typeof server.send === 'function';
}
