/**
 * A web `Request` that is made when something of it is read: to make one costs as much as to seal a
 * session. It is for code that does not declare the parameter and may still reach it, as
 * `(...parameters)` does.
 */
export function lazyWebRequest(make: () => Request): Request {
  return new Proxy({}, new LazyRequest(make)) as Request;
}

/** Every question about the proxy goes to the request behind it. */
class LazyRequest implements ProxyHandler<object> {
  private made: Request | undefined;

  constructor(private readonly make: () => Request) {}

  get(_: object, name: string | symbol): unknown {
    const value: unknown = Reflect.get(this.request, name, this.request);
    // Its methods run on the request alone: the proxy has none of its private fields.
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
