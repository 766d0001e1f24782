import { startClock, stopClock } from '../support/clock.js';
import { timesOf } from '../support/effort.js';
import { credentials, platforms, TestApp } from '../support/test-app.js';

const ADDRESSES = timesOf('ADDRESSES', { part: 100, whole: 500 });

describe.each(platforms())('the network of a client on %s', (platform) => {
  let app: TestApp;

  async function start(trust: unknown): Promise<void> {
    app = await TestApp.start({
      platform,
      config: {
        providers: [credentials()],
        limits: { credentials: { sameNetwork: 1, network: 2 } },
      },
      platformOptions: { trustProxy: trust },
      configure(nest) {
        if (platform !== 'express') return;
        (nest.getHttpAdapter().getInstance() as { set(name: string, to: unknown): void }).set(
          'trust proxy',
          trust,
        );
      },
    });
  }
  beforeEach(() => stopClock());
  afterEach(async () => {
    startClock();
    await app.close();
  });

  async function tryFrom(address: string): Promise<number> {
    const client = app.client({ 'x-forwarded-for': address });
    return (await client.signIn('credentials', { username: 'jane', password: 'wrong' })).status;
  }

  it('is the same for hundreds of addresses in one IPv6 /64 (A22)', async () => {
    await start(['127.0.0.1']);
    const statuses: number[] = [];
    for (let at = 0; at < ADDRESSES; at++)
      statuses.push(await tryFrom(`2001:db8:7:9::${at.toString(16)}`));

    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(10);
    expect(await tryFrom('2001:db8:7:a::1')).toBe(302);
  });

  it('is the same for every spelling of an address (A22)', async () => {
    await start(['127.0.0.1']);
    const same = [
      '2001:DB8:7:9:0:0:0:1',
      '2001:db8:7:9::1',
      '2001:0db8:0007:0009:0000:0000:0000:0001',
      '2001:db8:7:9::0.0.0.1',
    ];
    const statuses: number[] = [];
    for (const address of same) statuses.push(await tryFrom(address));

    expect(statuses).toEqual([302, 302, 429, 429]);
  });

  it('is the same for an IPv4 address and its IPv6 form (A22)', async () => {
    await start(['127.0.0.1']);
    const statuses: number[] = [];
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '::FFFF:C000:0209', '192.0.2.9'])
      statuses.push(await tryFrom(address));

    expect(statuses).toEqual([302, 302, 429, 429]);
  });

  it.each([
    ['a list', ['10.0.0.1']],
    ['a function', (address: string) => address === '10.0.0.1'],
    ['nobody', false],
  ])(
    'is not read from the headers of a client that is not a trusted proxy: trust in %s (A38)',
    async (_, trust) => {
      await start(trust);
      const statuses: number[] = [];
      for (let at = 0; at < 5; at++) statuses.push(await tryFrom(`192.0.2.${at}`));

      expect(statuses).toEqual([302, 302, 429, 429, 429]);
    },
  );

  it('is that of the last hop before the trusted proxies, not of the first, which may be forged (A38)', async () => {
    await start(1);
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) statuses.push(await tryFrom(`192.0.2.${at}, 198.51.100.1`));

    expect(statuses).toEqual([302, 302, 429, 429]);
  });

  it.each([
    ['an address and a port', (at: number) => `198.51.100.7:${51_000 + at}`],
    ['brackets and a port', (at: number) => `[2001:db8:7:9::${at}]:${51_000 + at}`],
  ])('is the same for all ports if a proxy writes %s (N2)', async (_what, written) => {
    await start(['127.0.0.1']);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push(await tryFrom(written(at)));

    expect(statuses).toEqual([302, 302, 429, 429, 429, 429]);
    expect(app.logs.warnings).toEqual([]);
  });

  it.each(['unknown', '_hidden', 'not an address', '192.0.2.1:1234567'])(
    'is the same for all clients with an unknown address, such as %s (N2)',
    async (written) => {
      await start(['127.0.0.1']);
      const statuses: number[] = [];
      for (let at = 0; at < 6; at++) statuses.push(await tryFrom(written));

      expect(statuses.slice(2)).toEqual([429, 429, 429, 429]);
      expect(await tryFrom('192.0.2.1')).toBe(302);
    },
  );

  it('is different for each IPv4 address behind NAT64 (N9)', async () => {
    await start(['127.0.0.1']);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push(await tryFrom(`64:ff9b::192.0.2.${at}`));

    expect(statuses).toEqual([302, 302, 302, 302, 302, 302]);
  });

  it('is not read from the header of an untrusted proxy, and this is logged once (U5)', async () => {
    await start(false);
    for (let at = 0; at < 4; at++) await tryFrom(`192.0.2.${at}`);

    expect(app.logs.warnings).toEqual(['untrusted-forwarded-for']);
  });

  it('is behind a proxy that ends TLS: one that is not trusted is logged once (U5)', async () => {
    const header = { 'x-forwarded-proto': 'https' };
    await start(false);
    for (let at = 0; at < 2; at++) await app.client(header).get('/auth/signin');

    expect(app.logs.warnings).toEqual(['untrusted-forwarded-proto']);
    await app.close();
    await start(['127.0.0.1']);
    await app.client(header).get('/auth/signin');

    expect(app.logs.warnings).toEqual([]);
  });

  it.each([
    ['a trusted proxy', ['127.0.0.1'], '192.0.2.1'],
    ['a trusted proxy for a client on this machine', ['127.0.0.1'], '127.0.0.1'],
  ])('causes no warning behind %s (U5)', async (_what, trust, address) => {
    await start(trust);
    await tryFrom(address);

    expect(app.logs.warnings).toEqual([]);
  });
});
