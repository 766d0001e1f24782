import { SocketAuthService } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { LoopbackServer } from '../support/loopback-server.js';
import { describeWith } from '../support/services.js';
import { PASSWORD, platforms, TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

/** What the servers of an application saw of its sockets. */
@Injectable()
class Sockets {
  /** How many sockets came to be, and what they sent. */
  opened = 0;
  readonly messages: string[] = [];
  /** Whether the newest handshake had the session cookie. */
  hasCookie = false;

  constructor(
    private readonly sockets: SocketAuthService,
    private readonly host: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    const http = this.host.httpAdapter.getHttpServer() as HttpServer;
    const note = ({ url = '', headers: { cookie = '' } }: IncomingMessage): void => {
      if (/^\/(?:ws|socket\.io)/.test(url)) this.hasCookie = cookie.includes('session-token=');
    };
    http.on('upgrade', note).on('request', note);
    const io = new Server(http, {
      cors: { origin: true, credentials: true },
      destroyUpgrade: false,
    });
    const ws = new WebSocketServer({ noServer: true });
    for (const server of [io, ws]) this.sockets.protect(server);
    for (const namespace of [io, io.of(/^\/rooms\/\d$/)]) {
      namespace.on('connection', (socket) => {
        this.opened += 1;
        socket.on('say', (text: string) => void this.messages.push(text));
      });
    }
    ws.on('connection', (socket) => {
      this.opened += 1;
      socket.on('message', (data: Buffer) => void this.messages.push(data.toString()));
    });
    http.on('upgrade', (request, socket, head) => {
      if (request.url !== '/ws') return;
      ws.handleUpgrade(request, socket, head, (opened) => ws.emit('connection', opened, request));
    });
  }
}

/** Serves a page of another origin. */
class Site extends LoopbackServer {
  static start(): Promise<Site> {
    return new Site(
      createServer((_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end('<!doctype html><title>Another site</title>');
      }),
    ).listen();
  }
}

/** Opens a socket in the page, sends at once, and returns how it went. */
const WAYS = ['ws', 'websocket', 'polling', 'a dynamic namespace'] as const;
type Way = (typeof WAYS)[number];

function openFrom(page: Page, url: string, way: Way): Promise<string> {
  return page.evaluate(
    ({ url: to, way: by }) =>
      new Promise<string>((resolve) => {
        if (by === 'ws') {
          const socket = new WebSocket(`${to.replace('http', 'ws')}/ws`);
          socket.addEventListener('open', () => {
            socket.send(by);
            resolve('connected');
          });
          socket.addEventListener('close', () => resolve('refused'));
          return;
        }
        const { io } = window as unknown as { io: (url: string, options: object) => IoClient };
        const transport = by === 'polling' ? 'polling' : 'websocket';
        const options = { transports: [transport], withCredentials: true, reconnection: false };
        const socket = io(`${to}${by === 'a dynamic namespace' ? '/rooms/1' : ''}`, options);
        // Sent with the connect, without waiting for the answer.
        socket.emit('say', by);
        socket.on('connect', () => resolve('connected'));
        socket.on('connect_error', ({ data }) => resolve(data?.code ?? 'refused'));
      }),
    { url, way },
  );
}

interface IoClient {
  emit(event: string, text: string): void;
  on(event: string, listener: (error: { data?: { code?: string } }) => void): void;
}

describeWith(CHROMIUM, 'sockets in a browser', () => {
  let browser: Browser;
  let site: Site;
  let client: string;

  beforeAll(async () => {
    browser = await launchChromium(`--host-resolver-rules=MAP *.test 127.0.0.1`);
    site = await Site.start();
    client = await readFile('node_modules/socket.io/client-dist/socket.io.min.js', 'utf8');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe.each(platforms())('of an application on %s', (platform) => {
    let app: TestApp;
    let page: Page;
    let origin: string;

    beforeAll(async () => {
      app = await TestApp.start({ platform, module: { providers: [Sockets] } });
      origin = app.url.replace('127.0.0.1', 'app.shop.test');
      page = await browser.newPage();
      await page.goto(`${origin}/auth/signin`);
      await page.locator('input[name=username]').fill('jane');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/signin'));
    });
    afterAll(async () => {
      await page?.close();
      await app?.close();
    });

    async function visit(url: string): Promise<void> {
      await page.goto(url);
      await page.evaluate(client);
    }

    const at = (host: string) => () => site.url.replace('127.0.0.1', host);
    /** `SameSite` keeps the cookies only from the last one. */
    const PAGES = [
      { where: 'on another port of the same host', url: at('app.shop.test'), hasCookie: true },
      { where: 'on a sibling host', url: at('evil.shop.test'), hasCookie: true },
      { where: 'of a foreign site', url: at('evil.test'), hasCookie: false },
    ];

    it.each(PAGES.flatMap((one) => WAYS.map((way) => ({ ...one, way }))))(
      'are refused to a page $where, by $way (K63, K64)',
      async ({ url, way, hasCookie }) => {
        await visit(url());
        const { opened, messages } = app.app.get(Sockets);
        messages.length = 0;

        expect(await openFrom(page, origin, way)).toBe(way === 'ws' ? 'refused' : 'CSRF_FAILED');

        const seen = app.app.get(Sockets);
        expect(seen.hasCookie).toBe(hasCookie);
        expect([seen.opened, seen.messages]).toEqual([opened, []]);
      },
    );

    it.each(WAYS)('connect from a page of the application, by %s (K64)', async (way) => {
      await visit(`${origin}/any`);

      expect(await openFrom(page, origin, way)).toBe('connected');
    });

    it.each(WAYS)('are refused to a browser without a session, by %s (K64)', async (way) => {
      const stranger = await browser.newPage();
      await stranger.goto(`${origin}/any`);
      await stranger.evaluate(client);

      const outcome = await openFrom(stranger, origin, way);
      expect(outcome).toBe(way === 'ws' ? 'refused' : 'SESSION_REQUIRED');
      await stranger.close();
    });
  });
});
