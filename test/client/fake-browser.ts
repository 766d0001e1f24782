import type { Session } from '@authnest/client';

/** A session whose end no timer awaits. */
export const JANE: Session = { user: { name: 'jane' }, expires: '2000-01-01T00:00:00.000Z' };

/** What a server answers: JSON by method and path, or a function that returns it. */
export type Answers = Readonly<Record<string, unknown>>;

/** Returns a `fetch` to such a server. */
export function serverWith(answers: Answers): typeof fetch {
  return async (input, { method = 'GET' } = {}) => {
    const url = String(input as string);
    const answer = answers[`${method} ${url.replace(/^.*\/auth\//, '').split('?')[0]}`];
    const body = typeof answer === 'function' ? await (answer as () => unknown)() : answer;
    const response = new Response(JSON.stringify(body ?? null));
    return Object.defineProperty(response, 'url', { value: url });
  };
}

/** Delivers at once, so that no test waits. */
class Channel extends EventTarget {
  static readonly all = new Set<Channel>();

  constructor(readonly name: string) {
    super();
    Channel.all.add(this);
  }

  postMessage(message: unknown): void {
    for (const other of Channel.all) {
      if (other === this || other.name !== this.name) continue;
      other.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
    }
  }
}

/** Sends a message as another script of the origin would. */
export function tell(message: unknown): void {
  new Channel('authnest:/auth').postMessage(message);
}

/** Pretends that tests run in a page. @returns what it was sent to */
export function fakeBrowser(): string[] {
  const names = ['document', 'location', 'addEventListener', 'BroadcastChannel', 'reportError'];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const visited: string[] = [];
  const set = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  beforeAll(() => {
    const page = { documentElement: { lang: '' }, visibilityState: 'visible' };
    set('document', Object.assign(new EventTarget(), page));
    set('location', {
      href: 'https://shop.example/page',
      assign: (url: string) => visited.push(url),
    });
    set('addEventListener', () => undefined);
    set('BroadcastChannel', Channel);
    set('reportError', () => undefined);
  });
  afterEach(() => {
    visited.length = 0;
    Channel.all.clear();
  });
  afterAll(() => {
    for (const [name, old] of before) {
      if (old) Object.defineProperty(globalThis, name as string, old as PropertyDescriptor);
      else Reflect.deleteProperty(globalThis, name as string);
    }
  });
  return visited;
}
