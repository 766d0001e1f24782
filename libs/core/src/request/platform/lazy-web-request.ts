/**
 * Returns a web `Request` that is created on first use, since creating one costs as much as sealing
 * a session. For callbacks that do not declare the parameter but may still use it, as with
 * `(...parameters)`.
 */
export function lazyWebRequest(make: () => Request): Request {
  return new Proxy({}, new LazyRequest(make)) as Request;
}

/** Forwards every operation on the proxy to the request behind it. */
class LazyRequest implements ProxyHandler<object> {
  private made: Request | undefined;

  constructor(private readonly make: () => Request) {}

  get(_: object, name: string | symbol): unknown {
    const value: unknown = Reflect.get(this.request, name, this.request);
    // Methods are bound to the request: the proxy has none of its private fields.
    return typeof value === 'function' && name !== 'constructor' ? value.bind(this.request) : value;
  }

  set(_: object, name: string | symbol, value: unknown): boolean {
    return Reflect.set(this.request, name, value, this.request);
  }

  has(_: object, name: string | symbol): boolean {
    return name in this.request;
  }

  getPrototypeOf(): object | null {
    return Object.getPrototypeOf(this.request) as object | null;
  }

  private get request(): Request {
    return (this.made ??= this.make());
  }
}
