import { domainToASCII } from 'node:url';

/** In bytes, as they travel. @see RFC 5321 section 4.5.3.1; RFC 3696 erratum 1690 */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/**
 * One dot-atom: no quotes, comments, separators, spaces or control characters. Of what RFC 5322
 * allows, `%`, `!` and `|` are refused: relays read them as routes and pipes.
 * @see RFC 5321 section 4.1.2; RFC 6531 section 3.3
 */
const ATOM = String.raw`[\p{L}\p{M}\p{N}#$&'*+/=?^_\x60{}~-]+`;
const LOCAL_PART = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*$`, 'u');

/** A command line reads a leading `-` as an option, an alias file a leading `/` as a file. */
const OPTION_OR_FILE = /^[-/]/;

/** Mail programs decode it, and the result can be another address. @see RFC 2047 section 2 */
const ENCODED_WORD = /=\?/;

/** Tested before the conversion, which would decode `%40` and read other characters as dots. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(String.raw`^(?:${LABEL}\.)*(?!\d+$)${LABEL}$`);

/**
 * Reads one mail address: Unicode NFKC first, lower case, the domain as its A-label, then the
 * syntax of exactly one recipient. Normalising the result again gives the same result.
 * @param input - untrusted, of any type
 * @returns the address as it is stored and as it is sent to; null for anything else
 * @see RFC 5321 section 4.1.2; RFC 5891
 */
export function normalizeEmail(input: unknown): string | null {
  // No address is longer, and a longer input is not passed to a pattern.
  if (typeof input !== 'string' || input.length > 2 * MAX_ADDRESS) return null;
  // Tested before blanks are trimmed: a line break is not a blank, it starts another header.
  if (/\p{C}/u.test(input)) return null;
  const address = withAsciiDomain(fold(input).trim());
  return address !== null && isOneAddress(address) && withAsciiDomain(fold(address)) === address
    ? address
    : null;
}

/**
 * Whether a string is exactly one address, its domain in ASCII.
 * @param address - in any case
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

/** Normalised again, since lower-casing can decompose a character. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function withAsciiDomain(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || !DOMAIN_CHARACTERS.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return ascii === '' ? null : `${address.slice(0, at)}@${ascii}`;
}
