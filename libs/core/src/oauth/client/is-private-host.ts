import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalhost } from '../../model/hosts.js';

/**
 * IPv4-compatible IPv6 addresses, which are deprecated. No provider uses them, so all of them are
 * treated as private. @see RFC 4291 section 2.5.5.1
 */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Names that no public host has: reserved names, and those that companies, routers and clusters use
 * inside, such as `db.svc` of Kubernetes.
 * @see RFC 6761, RFC 6762 appendix G, RFC 8375, RFC 7686; ICANN SAC113 (`internal`)
 */
const INSIDE =
  /\.(?:local|localdomain|internal|intranet|private|corp|home|lan|svc|pod|cluster|consul|docker|home\.arpa|test|invalid|onion)$/;

/**
 * Whether a host is this machine, is in a private network, or cannot belong to a public provider. A
 * name is not resolved, since its address can change between the check and the call.
 * @param hostname - as parsed by `URL`
 * @see RFC 6761; docs/design/security-bar.md A58
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  // A name without a dot is resolved with the search list of this machine's network.
  if (isIP(name) === 0) return !name.includes('.') || isLocalhost(name) || INSIDE.test(name);
  return !isPublicAddress(name);
}

/** Whether an address is public. An IPv4-mapped IPv6 address counts as IPv4. @see RFC 6890 */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return false;
  return address.range() === 'unicast';
}
