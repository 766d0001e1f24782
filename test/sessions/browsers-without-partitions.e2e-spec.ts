import { JANE, platforms, TestApp } from '../support/test-app.js';

const NAME = '__Secure-authjs.session-token';
const HOST = { host: 'app.shop.example' };

/** Cookies by name, domain and path, as in browsers that do not know `Partitioned` and ignore it. */
class OldBrowser {
  readonly cookies = new Map<string, string>();

  store(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const of = (name: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
      const key = [pair.slice(0, at), of('domain') ?? 'host only', of('path')].join(' ');
      if (of('max-age') === '0') this.cookies.delete(key);
      else this.cookies.set(key, pair.slice(at + 1));
    }
  }

  get header(): string {
    return [...this.cookies].map(([key, value]) => `${key.split(' ')[0]}=${value}`).join('; ');
  }
}

describe.each(platforms())('a cookie of a former release, on %s', (platform) => {
  it("is cleared without today's one in a browser without partitions (BT13)", async () => {
    const app = await TestApp.start({
      platform,
      config: { useSecureCookies: true, trustHost: true },
    });
    const browser = new OldBrowser();
    const signIn = async () => {
      const client = app.client(HOST);
      await client.signIn('credentials', JANE);
      return client.cookies.get(NAME) ?? '';
    };
    browser.cookies.set(`${NAME} host only /`, await signIn());
    browser.cookies.set(`${NAME} shop.example /`, await signIn());

    const read = async () => {
      const response = await app.client(HOST).get('/auth/session', { cookie: browser.header });
      browser.store([response.headers['set-cookie'] ?? []].flat());
      return response.json<{ user?: object } | null>();
    };
    const [first, second] = [await read(), await read()];
    await app.close();

    expect(first?.user).toBeDefined();
    expect(second?.user).toBeDefined();
    expect([...browser.cookies.keys()]).toContain(`${NAME} host only /`);
  });
});
