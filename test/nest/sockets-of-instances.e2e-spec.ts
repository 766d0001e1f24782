import { type AuthConfig, AuthService, SessionService, SocketAuthService } from '@authnest/core';
import { RedisSessionRegistry } from '@authnest/redis';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { DataSource } from 'typeorm';
import { WebSocket, WebSocketServer } from 'ws';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import {
  type CheckedClient,
  PASSWORD,
  type Platform,
  platforms,
  TestApp,
} from '../support/test-app.js';

/** What all instances share, each over a connection of its own. */
interface Shared {
  connect(): Promise<Partial<AuthConfig>>;
  close(): Promise<void>;
}

/** How long a socket may stay open: the time of the sweep, and patience for a loaded machine. */
const SWEEP = 1;
const PATIENCE_MS = 30_000;

const cookiesOf = ({ cookies }: CheckedClient): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ');

/** An application, and a server of each library that it protects. */
class Instance {
  private constructor(
    readonly app: TestApp,
    private readonly urls: { readonly io: string; readonly ws: string },
    private readonly closing: (() => unknown)[],
  ) {}

  static async start(platform: Platform, config: Partial<AuthConfig>): Promise<Instance> {
    // Without the sweep, nothing would notice for weeks.
    const sockets = { recheck: 2_000_000, sweep: SWEEP };
    const app = await TestApp.start({ platform, config: { ...config, sockets } });
    const [forIo, forWs] = [createServer(), createServer()];
    const servers = { io: new Server(forIo), ws: new WebSocketServer({ server: forWs }) };
    for (const server of Object.values(servers)) app.app.get(SocketAuthService).protect(server);
    const urls: string[] = [];
    for (const server of [forIo, forWs]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      urls.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
    const closing = [() => servers.io.close(), () => servers.ws.close(), () => forWs.close()];
    return new Instance(app, { io: `http://${urls[0]}`, ws: `ws://${urls[1]}` }, closing);
  }

  /** Opens a socket of each library. @returns how each was closed, and functions that close them */
  async open(browser: CheckedClient) {
    const headers = { cookie: cookiesOf(browser) };
    const ofIo = io(this.urls.io, {
      extraHeaders: headers,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const ofWs = new WebSocket(this.urls.ws, { headers });
    const closed = Promise.all([
      new Promise((resolve) => ofIo.once('disconnect', resolve)),
      new Promise((resolve) => ofWs.once('close', resolve)),
    ]);
    await Promise.all([
      new Promise<void>((resolve, reject) =>
        ofIo.once('connect', resolve).once('connect_error', reject),
      ),
      once(ofWs, 'open'),
    ]);
    this.closing.push(
      () => ofIo.disconnect(),
      () => ofWs.terminate(),
    );
    return { closed, isOpen: () => ofIo.connected && ofWs.readyState === WebSocket.OPEN };
  }

  async close(): Promise<void> {
    for (const one of this.closing) one();
    await this.app.close();
  }
}

function declare(name: string, share: () => Promise<Shared>): void {
  describe.each(platforms())(`sockets of two instances with one ${name}, on %s`, (platform) => {
    const instances: Instance[] = [];
    let shared: Shared;

    beforeAll(async () => {
      shared = await share();
      for (let nth = 0; nth < 2; nth += 1) {
        instances.push(await Instance.start(platform, await shared.connect()));
      }
    });
    afterAll(async () => {
      for (const one of instances) await one.close();
      await shared.close();
    });

    it('are closed by one when the session ends in the other (K65)', async () => {
      const [here, there] = instances as [Instance, Instance];
      const sessions = here.app.app.get(SessionService);
      const signedIn = async (username: string): Promise<CheckedClient> => {
        const browser = here.app.client();
        await browser.signIn('credentials', { username, password: PASSWORD });
        return browser;
      };
      // The session endpoint shows browsers no id.
      const idOf = async (browser: CheckedClient): Promise<string> => {
        const headers = { host: '127.0.0.1', cookie: cookiesOf(browser) };
        const request = { url: '/', headers, socket: {} } as IncomingMessage;
        return (await here.app.app.get(AuthService).getSession(request))?.user?.id ?? '';
      };
      const [leaving, laptop, phone] = [
        await signedIn('ada'),
        await signedIn('grace'),
        await signedIn('grace'),
      ];
      const [ended, revoked] = [await signedIn('mary'), await signedIn('joan')];
      const staying = await there.open(await signedIn('otto'));
      const open = [];
      for (const one of [leaving, phone, ended, revoked]) open.push(await there.open(one));
      const since = Date.now();

      await leaving.signOut();
      const json = { csrfToken: await laptop.csrfToken() };
      await laptop.post('/auth/sessions/revoke-others', { json });
      await sessions.endAccess(await idOf(ended));
      await sessions.revokeAll({ userId: await idOf(revoked) });

      const closed = await Promise.all(open.map((one) => one.closed));
      expect(closed).toEqual(Array(4).fill(['io server disconnect', 4401]));
      expect(Date.now() - since).toBeLessThan(PATIENCE_MS);
      expect(staying.isOpen()).toBe(true);
    });
  });
}

describeDatabases(await databaseServers(), (server) => {
  declare(server.name, async () => {
    const database = await server.create();
    const open: DataSource[] = [];
    return {
      connect: async () => {
        const first = open.length === 0;
        const { options } = database;
        const source = await (first ? openMigrated(options) : new DataSource(options).initialize());
        open.push(source);
        return { adapter: new TypeOrmAdapter(source), session: { strategy: 'database' } };
      },
      close: async () => {
        for (const one of open) await one.destroy();
        await database.drop();
      },
    };
  });
});

describeWith(redisProgram, 'with Redis', () => {
  declare('registry in Redis', async () => {
    const server = await OwnRedis.start();
    const clients: Redis[] = [];
    return {
      connect: async () => {
        const client = new Redis(server.url);
        clients.push(client);
        const revocation = new RedisSessionRegistry(client);
        return { session: { strategy: 'jwt', revocation } };
      },
      close: async () => {
        for (const one of clients) one.disconnect();
        await server.remove();
      },
    };
  });
});
