import { Timeout } from '../errors/internal.errors.js';

/** The codes of nodemailer for a server with which no SMTP connection could be opened. */
const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']);

/**
 * Says what failed and at which server. If it was not reached, says what to check, since the cause
 * may only be a time-out, or a complaint of OpenSSL about a server that does not begin with TLS.
 * @param server - the option of the provider; undefined for a sender of the application
 */
export function mailFault(server: string | object | undefined, thrown: unknown): string {
  const fault = 'the mail with the link could not be sent';
  const place = placeOf(server);
  if (place === undefined) return fault;
  const { code } = (thrown ?? {}) as { code?: unknown };
  const isUnreached = thrown instanceof Timeout || UNREACHED.has(String(code));
  return isUnreached
    ? `${fault} through ${place}; check the scheme, host and port in the option \`server\` of the provider: smtps:// is for port 465, smtp:// for 25 and 587`
    : `${fault} through ${place}`;
}

/** Returns scheme, host and port, never the password; undefined for a transport. */
function placeOf(server: string | object | undefined): string | undefined {
  if (typeof server === 'string') {
    if (!URL.canParse(server)) return undefined;
    const { protocol, host } = new URL(server);
    return host === '' ? undefined : `${protocol}//${host}`;
  }
  const { host, port } = (server ?? {}) as { host?: unknown; port?: unknown };
  if (typeof host !== 'string') return undefined;
  return typeof port === 'number' || typeof port === 'string' ? `${host}:${port}` : host;
}
