import { domainToASCII, domainToUnicode } from 'node:url';

/** Maximum lengths, in bytes. @see RFC 5321 section 4.5.3.1; RFC 3696 erratum 1690 */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/**
 * Characters of a dot-atom: no quotes, comments, separators, spaces or control characters. RFC 5322
 * also allows `%`, `!` and `|`, which are refused here: relays read them as routes and pipes.
 * @see RFC 5321 section 4.1.2; RFC 6531 section 3.3
 */
const ATOM = String.raw`[\p{L}\p{M}\p{N}#$&'*+/=?^_\x60{}~-]+`;
const LOCAL_PART = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*$`, 'u');

/** A leading `-` is an option in a command line; a leading `/` is a file in an alias file. */
const OPTION_OR_FILE = /^[-/]/;

/** Mail programs decode such words, possibly to another address. @see RFC 2047 section 2 */
const ENCODED_WORD = /=\?/;

/** Tested before the conversion, which would decode `%40` and convert other characters to dots. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(String.raw`^(?:${LABEL}\.)*(?!\d+$)${LABEL}$`);

/**
 * Normalizes a mail address: Unicode NFKC, lower case, the domain as an A-label. Then checks the
 * syntax, which must be that of exactly one recipient. Normalizing the result does not change it.
 * @param input - untrusted, of any type
 * @returns the address to store and to send mail to; null if the input is not one address
 * @see RFC 5321 section 4.1.2; RFC 5891
 */
export function normalizeEmail(input: unknown): string | null {
  // No address is longer, and regular expressions must not run on longer input.
  if (typeof input !== 'string' || input.length > 2 * MAX_ADDRESS) return null;
  // Tested before the input is trimmed: a line break is no mere space, as it starts a new header.
  if (/\p{C}/u.test(input)) return null;
  const address = withAsciiDomain(fold(input).trim());
  return address !== null && isOneAddress(address) && withAsciiDomain(fold(address)) === address
    ? address
    : null;
}

/**
 * Whether a string is exactly one address whose domain is in ASCII.
 * @param address - in any letter case
 */
export function isOneAddress(address: string): boolean {
  if (Buffer.byteLength(address) > MAX_ADDRESS) return false;
  const [local, domain, more] = address.split('@');
  if (local === undefined || domain === undefined || more !== undefined) return false;
  return isLocalPart(local) && DOMAIN.test(domain.toLowerCase());
}

function isLocalPart(local: string): boolean {
  return (
    Buffer.byteLength(local) <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    !OPTION_OR_FILE.test(local) &&
    !ENCODED_WORD.test(local)
  );
}

/** Normalizes twice, since the conversion to lower case can decompose a character. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function withAsciiDomain(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || !DOMAIN_CHARACTERS.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return isDecodable(ascii) ? `${address.slice(0, at)}@${ascii}` : null;
}

/** Whether a domain is not empty, and every A-label stands for a name: Node 24 converts others too. */
function isDecodable(ascii: string): boolean {
  return ascii !== '' && !/(?:^|\.)xn--/.test(domainToUnicode(ascii));
}
