import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address and a port: `[2001:db8::7]:443`, `192.0.2.1:443`; RFC 7239 also allows `_name`. */
const WITH_PORT = /^(?:\[([^[\]]*)\]|([\d.]+))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/**
 * Returns the network that an address is counted as: an IPv4 address, or the first 64 bits of an
 * IPv6 address, since a customer can choose the others. Every notation of an address, with or
 * without port, brackets and zone, results in the same string. An IPv4 address inside an IPv6
 * address counts as the IPv4 address.
 * @returns undefined for anything but an IP address; else a string that does not share memory
 * @see RFC 5952; RFC 6177; RFC 7239 section 6
 */
export function networkOf(address: string | undefined): string | undefined {
  const plain = withoutPort(address ?? '');
  // One notation only, without leading zeros. Joined, since a part of a header would keep all of it.
  if (isIPv4(plain)) return plain.split('.').join('.');
  if (!isIPv6(plain)) return undefined;
  const parsed = ipaddr.IPv6.parse(plain);
  const [hidden] = (embedded ??= embeddedAddresses()).filter(([prefix]) => parsed.match(prefix));
  if (hidden) return hidden[1](parsed.parts);
  return `${textOf(parsed.parts.slice(0, 4))}::/64`;
}

/**
 * Returns the /56 of an IPv6 network of {@link networkOf}: many providers give that many networks
 * to one customer.
 * @returns undefined for an IPv4 address
 * @see RFC 6177 section 2
 */
export function widerNetworkOf(network: string): string | undefined {
  const [, three, fourth] = /^((?:[0-9a-f]+:){3})([0-9a-f]+)::\/64$/.exec(network) ?? [];
  if (three === undefined || fourth === undefined) return undefined;
  return `${three}${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

function withoutPort(address: string): string {
  const text = address.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, decimal] = WITH_PORT.exec(text) ?? [];
  const [plain = ''] = (bracketed ?? decimal ?? text).split('%', 1);
  return plain;
}

type Groups = readonly number[];

type Embedded = readonly [[ipaddr.IPv6, number], (groups: Groups) => string];

/** Parsed at the first IPv6 address, since it would slow the start. */
let embedded: readonly Embedded[] | undefined;

/** Returns the ways to embed an IPv4 address in an IPv6 address, each with what extracts it. */
const embeddedAddresses = (): readonly Embedded[] => [
  // IPv4-mapped. @see RFC 4291 section 2.5.5.2
  [prefixOf('::ffff:0:0/96'), atEnd],
  // IPv4-translated. @see RFC 7915
  [prefixOf('::ffff:0:0:0/96'), atEnd],
  // NAT64. @see RFC 6052 section 2.1
  [prefixOf('64:ff9b::/96'), atEnd],
  [prefixOf('64:ff9b:1::/96'), atEnd],
  // Local-use NAT64: the operator chooses the position of the address, so the whole address counts.
  // @see RFC 8215
  [prefixOf('64:ff9b:1::/48'), textOf],
  // Teredo: all clients of one server are in one /64. @see RFC 4380 section 4
  [prefixOf('2001::/32'), (groups) => atEnd(groups.map((group) => group ^ 0xffff))],
  // 6to4: one IPv4 address has 65,536 networks of size /64. @see RFC 3056 section 2
  [prefixOf('2002::/16'), ([, high = 0, low = 0]) => dotted(high, low)],
];

function prefixOf(text: string): [ipaddr.IPv6, number] {
  return ipaddr.IPv6.parseCIDR(text);
}

function atEnd(groups: Groups): string {
  const [high = 0, low = 0] = groups.slice(6);
  return dotted(high, low);
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function textOf(groups: Groups): string {
  return groups.map((group) => group.toString(16)).join(':');
}
