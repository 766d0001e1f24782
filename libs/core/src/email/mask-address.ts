/**
 * Masks an address for display to strangers, so that only its owner recognizes it.
 * @param address - a single address, e.g. `vera@corp.example`
 * @returns e.g. `v•••@corp.example`
 * @see docs/design/security-bar.md F07
 */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
