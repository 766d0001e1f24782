import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { sendRaw } from '../support/raw-request.js';
import { TestApp } from '../support/test-app.js';

/** Returns the callback URL that an application lists, or the status of a failed response. */
async function callbackOf(server: { url: string }, path: string): Promise<unknown> {
  const { status, text } = await sendRaw(server, { path });
  if (status !== 200) return status;
  return (JSON.parse(text) as { credentials: { callbackUrl: string } }).credentials.callbackUrl;
}

describe('the prefix that the host strips before the path is routed', () => {
  it('stays in every URL if Express mounts the application (N11)', async () => {
    const app = await TestApp.start({ platform: 'express' });
    const outer = new ExpressAdapter().getInstance<{ use(path: string, inner: unknown): void }>();
    outer.use('/shop', app.app.getHttpAdapter().getInstance());
    const server = createServer(outer as unknown as RequestListener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    expect(await callbackOf({ url }, '/shop/auth/providers')).toBe(
      `${url}/shop/auth/callback/credentials`,
    );
    const host = new URL(url).host;
    expect(await callbackOf({ url }, `http://${host}/shop/auth/providers`)).toBe(
      `${url}/shop/auth/callback/credentials`,
    );
    expect(await callbackOf({ url }, 'munity://x/shop/auth/providers')).toBe(400);
    expect(await callbackOf({ url }, '/shop/auth/../providers')).toBe(400);

    server.close();
    await once(server, 'close');
    await app.close();
  });

  it('stays in every URL if Fastify rewrites the path (N11)', async () => {
    const rewriteUrl = ({ url = '' }: { url?: string }): string =>
      url.replace(/^\/\w+\/auth/, '/auth');
    const app = await TestApp.start({ platform: 'fastify', platformOptions: { rewriteUrl } });

    expect(await callbackOf(app, '/shop/auth/providers')).toBe(
      `${app.url}/shop/auth/callback/credentials`,
    );
    expect(await callbackOf(app, '/auth/providers')).toBe(`${app.url}/auth/callback/credentials`);
    await app.close();
  });
});
