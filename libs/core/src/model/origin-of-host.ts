/**
 * The origin that a protocol and a host make.
 * @param host - with or without a port
 * @returns undefined for anything but http(s) and a bare host: no path, no user info, no two values
 */
export function originOfHost(protocol: string, host: string): string | undefined {
  if (!/^https?$/.test(protocol) || !/^[\w.\-:[\]]+$/.test(host)) return undefined;
  const origin = `${protocol}://${host}`;
  try {
    return new URL(origin).origin;
  } catch {
    return undefined;
  }
}
