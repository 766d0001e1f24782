/** Nest names the wildcard address that it listens on; nobody can connect to that. */
export function reachable(url: string): string {
  return url.replace('//[::]', '//localhost').replace('//0.0.0.0', '//localhost');
}
