import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an address is counted as: an IPv4 address, or the 64 bits of an IPv6 address
 * that one customer has to choose from. One address has one text, however it was written.
 * @returns undefined for what is no IP address
 * @see RFC 5952; RFC 6177; security bar A22
 */
export function networkOf(address: string | undefined): string | undefined {
  const [plain = ''] = (address ?? '').split('%', 1);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return undefined;
  const groups = groupsOf(new URL(`http://[${plain}]`).hostname.slice(1, -1));
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an address in the form of RFC 5952. */
function groupsOf(canonical: string): string[] {
  const [head = '', tail] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after];
}

/** @see RFC 4291 section 2.5.5.2 */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
