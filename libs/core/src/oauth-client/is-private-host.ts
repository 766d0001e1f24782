import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalhost } from '../provider/is-localhost.js';

/**
 * IPv4-compatible IPv6 addresses, which are deprecated. No provider uses them, so it does not
 * matter which of them are private. @see RFC 4291 section 2.5.5.1
 */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Names that no public host has: reserved ones, and those that companies and routers use inside.
 * @see RFC 6761, RFC 6762 appendix G, RFC 8375, RFC 7686; ICANN SAC113 (`internal`)
 */
const INSIDE =
  /\.(?:local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/**
 * Whether a host is this machine, in a private network, or one that no public provider can have. A
 * name is not resolved, since its address can change between the check and the call.
 * @param hostname - as `URL` has it
 * @see RFC 6761; docs/design/security-bar.md A58
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  // A name without a dot is completed from the search list of this machine's network.
  if (isIP(name) === 0) return !name.includes('.') || isLocalhost(name) || INSIDE.test(name);
  return !isPublicAddress(name);
}

/** An IPv4-mapped IPv6 address is treated as the IPv4 address. @see RFC 6890 */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return false;
  return address.range() === 'unicast';
}
