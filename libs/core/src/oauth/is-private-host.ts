import { BlockList, isIP } from 'node:net';
import { isLocalhost } from '../provider/is-localhost.js';

const RANGES = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  // IPv4, translated; where it is mapped, the list itself finds it under IPv4.
  ['64:ff9b::', 96, 'ipv6'],
] as const;

/**
 * Whether a host is this machine or of a private network. A name is judged by what it says, since
 * what it resolves to can change between the question and the call.
 * @param hostname - as `URL` has it
 * @see RFC 6890; RFC 6761
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  const version = isIP(name);
  if (version === 0) return isLocalhost(name) || /\.(?:local|internal|home\.arpa)$/.test(name);
  return privateAddresses().check(name, version === 4 ? 'ipv4' : 'ipv6');
}

function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const [network, prefix, type] of RANGES) list.addSubnet(network, prefix, type);
  return list;
}
