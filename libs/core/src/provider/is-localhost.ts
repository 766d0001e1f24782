/** Whether a host is this machine. @see RFC 8252 section 7.3; RFC 6761 section 6.3 */
export function isLocalhost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}
