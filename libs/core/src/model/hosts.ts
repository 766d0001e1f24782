/**
 * Returns the origin for a protocol and a host.
 * @param host - with or without a port
 * @returns undefined unless it is http(s) and a bare host: no path, no user info, no second value
 */
export function originOfHost(protocol: string, host: string): string | undefined {
  if (!/^https?$/i.test(protocol) || !/^[\w.\-:[\]]+$/.test(host)) return undefined;
  const origin = `${protocol}://${host}`;
  try {
    return new URL(origin).origin;
  } catch {
    return undefined;
  }
}

/** Whether an origin has this host name, or a subdomain of it. */
export function isBelow(origin: string, host: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === host || hostname.endsWith(`.${host}`);
}

/** Whether a host is this machine. @see RFC 8252 section 7.3; RFC 6761 section 6.3 */
export function isLocalhost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}
