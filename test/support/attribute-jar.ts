import { sentCookies } from './set-cookies.js';

/**
 * Keeps cookies by name, domain and path, as browsers do: two with one name are both sent.
 * @see RFC 6265 section 5.3
 */
export class AttributeJar {
  private readonly kept = new Map<string, { readonly name: string; readonly value: string }>();

  /** The value of the `Cookie` header. */
  get header(): string {
    return [...this.kept.values()].map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** Stores the cookies of a response. @param lines - its `Set-Cookie` lines */
  store(lines: readonly string[]): void {
    for (const { name, value, attributes } of sentCookies(lines)) {
      const of = (wanted: string) =>
        [...attributes].find(([key]) => key.toLowerCase() === wanted)?.[1];
      const key = JSON.stringify([name, of('domain'), of('path'), of('partitioned') !== undefined]);
      if (of('max-age') === '0') this.kept.delete(key);
      else this.kept.set(key, { name, value: encodeURIComponent(value) });
    }
  }

  /** Returns how many cookies have a name. */
  count(wanted: string): number {
    return [...this.kept.values()].filter(({ name }) => name === wanted).length;
  }
}
