import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { NewsController } from '../fixtures/news.controller.js';
import { startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

type Browser = ReturnType<TestApp['client']>;

/** A stream of events, as a browser has it open. */
class Stream {
  text = '';
  isOver = false;

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (this.text += chunk));
    response.on('error', () => undefined);
    response.once('close', () => (this.isOver = true));
  }

  static async open(app: TestApp, browser: Browser): Promise<Stream> {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const request = get(`${app.url}/news`, { headers: { cookie } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new Stream(response);
  }

  get data(): string[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(([, line = '']) => line);
  }

  async ended(): Promise<void> {
    await until('the stream is over', () => this.isOver);
  }
}

const STORES: readonly (readonly [string, () => Partial<AuthConfig>])[] = [
  ['stored', () => ({ adapter: new MemoryAdapter() })],
  ['registered', () => ({ session: { strategy: 'jwt', revocation: new MapRegistry() } })],
];

async function start(platform: 'express' | 'fastify', config: Partial<AuthConfig>) {
  const app = await TestApp.start({ platform, config, module: { controllers: [NewsController] } });
  const { news } = app.app.get(NewsController);
  const open = async (fields: Record<string, string> = JANE) => {
    const browser = app.client();
    await browser.signIn('credentials', fields);
    const before = news.observed ? news : undefined;
    const stream = await Stream.open(app, browser);
    await until('the source is subscribed', () => before !== undefined || news.observed);
    return { browser, stream };
  };
  return { app, news, open };
}

describe.each(platforms())('server-sent events on %s', (platform) => {
  describe.each(STORES)('with %s sessions', (_, config) => {
    let rig: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      rig = await start(platform, config());
    });
    afterAll(() => rig.app.close());

    it('end at once when the browser signs out, and those of others go on (K65)', async () => {
      const [jane, otto] = [await rig.open(JANE), await rig.open(OTTO)];
      rig.news.next({ data: 'first' });
      await until('both have it', () => jane.stream.data.length + otto.stream.data.length === 2);

      await jane.browser.signOut();
      rig.news.next({ data: 'second' });

      await jane.stream.ended();
      await until('the other has both', () => otto.stream.data.length === 2);
      expect(jane.stream.data).toEqual(['first']);
      expect(otto.stream.data).toEqual(['first', 'second']);
      otto.stream.response.destroy();
    });

    it('end at once when their session is revoked in another browser (K65)', async () => {
      const { stream } = await rig.open();
      const other = rig.app.client();
      await other.signIn('credentials', JANE);

      const csrfToken = await other.csrfToken();
      await other.post('/auth/sessions/revoke-others', { json: { csrfToken } });
      rig.news.next({ data: 'late' });

      await stream.ended();
      expect(stream.data).toEqual([]);
    });

    it('are refused without a session', async () => {
      expect((await rig.app.client().get('/news')).status).toBe(401);
    });

    it('leave the source when the browser has gone', async () => {
      const { stream } = await rig.open();

      stream.response.destroy();

      await until('nobody listens', () => !rig.news.observed);
    });

    it.each([
      { data: 'x\r\ndata: forged\r\n\r\ndata: forged' },
      { data: 'x\revent: forged\rdata: forged' },
      { data: 'x', id: '1\n\ndata: forged' },
      { data: 'x', type: 'a\r\rdata: forged' },
    ])('cannot be forged by %j (K90)', async (event) => {
      const { stream } = await rig.open();

      rig.news.next(event);
      rig.news.next({ data: 'end' });
      await until('it has arrived', () => stream.isOver || stream.data.includes('end'));

      // As a browser reads it: lines end with CR, LF or both, and an empty one ends an event.
      const events = stream.text.split(/(?:\r\n|\r|\n){2}/).filter((one) => /^data:/m.test(one));
      expect(events.length).toBeLessThanOrEqual(2);
      const lines = stream.text.split(/\r\n|\r|\n/);
      expect(lines.filter((line) => line.startsWith('event: forged'))).toEqual([]);
      stream.response.destroy();
    });
  });

  it('end when the session expires (K65)', async () => {
    const { app, news, open } = await start(platform, {
      adapter: new MemoryAdapter(),
      session: { maxAge: 3600 },
      sockets: { recheck: 0 },
    });
    const { stream } = await open();
    stopClock(Date.now() + 3601 * 1000);

    news.next({ data: 'late' });
    await stream.ended();
    startClock();

    expect(stream.data).toEqual([]);
    await app.close();
  });

  it('wait for the session in order, and end if it cannot be read (K65)', async () => {
    const watched = new Watched();
    const { app, news, open } = await start(platform, {
      ...watched.config,
      sockets: { recheck: 0 },
    });
    const { stream } = await open();
    for (const data of ['1', '2', '3']) news.next({ data });
    await until('all have arrived', () => stream.data.length === 3);
    expect(stream.data).toEqual(['1', '2', '3']);

    watched.failing.add('getSessionAndUser');
    news.next({ data: 'unchecked' });
    await stream.ended();

    expect(stream.data).toEqual(['1', '2', '3']);
    expect(stream.text).not.toContain('down');
    expect(app.logs.types).toEqual(expect.arrayContaining(['SessionTokenError']));
    await app.close();
  });
});
