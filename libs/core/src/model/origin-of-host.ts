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
