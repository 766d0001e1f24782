import { BlockList, isIP } from 'node:net';
import { isLocalhost } from '../provider/is-localhost.js';

/** What no public provider has. @see RFC 6890, and the registries of IANA that go on from it */
const RANGES = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  // Documentation, and the former relay of 6to4.
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  // Multicast, and what is reserved or broadcast.
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  // IPv4 under another name: compatible, translated (NAT64), Teredo, 6to4. No provider is found
  // there, so it need not be told which of them are private. Mapped ones the list finds by itself.
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  // Discarded; documentation; segment routing.
  ['100::', 64, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
] as const;

/**
 * Names that no public host has: reserved ones, and those that companies and routers use inside.
 * @see RFC 6761, RFC 6762 appendix G, RFC 8375, RFC 7686; ICANN SAC113 (`internal`)
 */
const INSIDE =
  /\.(?:local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/**
 * Whether a host is this machine, of a private network, or one that no public provider can have. A
 * name is judged by what it says, since what it resolves to can change between the question and the
 * call.
 * @param hostname - as `URL` has it
 * @see RFC 6761; docs/design/security-bar.md A58
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  const version = isIP(name);
  // A name without a dot is completed from the search list of this machine's network.
  if (version === 0) return !name.includes('.') || isLocalhost(name) || INSIDE.test(name);
  return privateAddresses().check(name, version === 4 ? 'ipv4' : 'ipv6');
}

function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const [network, prefix, type] of RANGES) list.addSubnet(network, prefix, type);
  return list;
}
