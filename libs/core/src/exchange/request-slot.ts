/**
 * One value for each request, kept on the request itself: an entry in a WeakMap whose key lives for
 * one request costs as much as the rest of a guard.
 */
export class RequestSlot<T> {
  private readonly key: symbol;

  /** @param name - shown where somebody inspects the request */
  constructor(name: string) {
    this.key = Symbol(name);
  }

  get(request: object): T | undefined {
    return (request as Record<symbol, Hidden<T> | undefined>)[this.key]?.value;
  }

  set(request: object, value: T | undefined): void {
    (request as Record<symbol, Hidden<T | undefined>>)[this.key] = new Hidden(value);
  }
}

/**
 * Not shown where the request is printed, as it is a `#` member.
 * @see docs/design/security-bar.md I07
 */
class Hidden<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }
}
