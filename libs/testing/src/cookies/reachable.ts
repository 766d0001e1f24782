/** Replaces the wildcard address that Nest returns, to which clients cannot connect. */
export function reachable(url: string): string {
  return url.replace('//[::]', '//localhost').replace('//0.0.0.0', '//localhost');
}
