/** Nest returns the wildcard address that it listens on, which clients cannot connect to. */
export function reachable(url: string): string {
  return url.replace('//[::]', '//localhost').replace('//0.0.0.0', '//localhost');
}
