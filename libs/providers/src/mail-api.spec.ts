import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EmailConfig, englishTexts } from '@authnest/core';
import { runOut, watchWaitsOf } from '../../../test/support/patience.js';
import { ForwardEmail } from './forwardemail.js';
import { Loops } from './loops.js';
import type { MailApiOptions } from './mail-api.js';
import { Mailgun } from './mailgun.js';
import { Nodemailer } from './nodemailer.js';
import { Postmark } from './postmark.js';
import { Resend } from './resend.js';
import { SendGrid } from './sendgrid.js';

const KEY = 'canary-key-51c8';
const LINK = 'https://shop.example/auth/callback/x?callbackUrl=%2F&token=t&email=v%40x.example';

interface Got {
  readonly url: string;
  readonly authorization?: string;
  readonly type?: string;
  readonly body: string;
}

describe('email providers over HTTPS', () => {
  let server: Server;
  let got: Got[];
  let respond: (response: ServerResponse) => void;
  const hosts: string[] = [];

  beforeEach(async () => {
    got = [];
    respond = (response) => response.writeHead(200).end();
    hosts.length = 0;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const {
          authorization,
          'content-type': type,
          'x-postmark-server-token': key,
        } = request.headers;
        got.push({
          url: `${request.url}`,
          authorization: authorization ?? `${String(key)}`,
          type,
          body,
        });
        respond(response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Calls the real `fetch`, but sends the requests to the server of this test. */
  const rerouted: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    hosts.push(url.origin);
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${url.pathname}`, init);
  };

  async function send(factory: (options: MailApiOptions) => EmailConfig, from: string) {
    const config = factory({ apiKey: KEY, fetch: rerouted, from });
    await config.sendVerificationRequest?.({
      identifier: 'v@x.example',
      url: LINK,
      expires: new Date(Date.now() + 600_000),
      provider: { ...config, ...config.options, from },
      token: 't',
      theme: {},
      language: 'en',
      texts: englishTexts,
      request: new Request('https://shop.example'),
    });
    return got[0];
  }

  const mail = {
    subject: 'Sign in to shop.example',
    text: expect.stringContaining(LINK) as unknown,
    html: expect.stringContaining('token=t&amp;email') as unknown,
  };
  const FROM = 'Shop <hello@shop.example>';

  it('Resend: sends the key as a bearer token', async () => {
    const request = await send(Resend, FROM);

    expect(hosts).toEqual(['https://api.resend.com']);
    expect(request).toMatchObject({
      url: '/emails',
      authorization: `Bearer ${KEY}`,
      type: 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ from: FROM, to: 'v@x.example', ...mail });
  });

  it('Forward Email: sends the key as the user name', async () => {
    const request = await send(ForwardEmail, FROM);

    expect(hosts).toEqual(['https://api.forwardemail.net']);
    expect(request).toMatchObject({ url: '/v1/emails', authorization: `Basic ${btoa(`${KEY}:`)}` });
    expect(JSON.parse(request?.body ?? '')).toEqual({ from: FROM, to: 'v@x.example', ...mail });
  });

  it('SendGrid: sends the name and the address of the sender separately', async () => {
    const request = await send(SendGrid, FROM);

    expect(hosts).toEqual(['https://api.sendgrid.com']);
    expect(request).toMatchObject({ url: '/v3/mail/send', authorization: `Bearer ${KEY}` });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      personalizations: [{ to: [{ email: 'v@x.example' }] }],
      from: { email: 'hello@shop.example', name: 'Shop' },
      subject: mail.subject,
      content: [
        { type: 'text/plain', value: mail.text },
        { type: 'text/html', value: mail.html },
      ],
    });
  });

  it('Postmark: sends the key in a separate header', async () => {
    const request = await send(Postmark, FROM);

    expect(hosts).toEqual(['https://api.postmarkapp.com']);
    expect(request).toMatchObject({ url: '/email', authorization: KEY });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      From: FROM,
      To: 'v@x.example',
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: 'outbound',
    });
  });

  it.each([
    [undefined, 'https://api.mailgun.net'],
    ['EU', 'https://api.eu.mailgun.net'],
  ] as const)('Mailgun: sends a form to the server for the region %s', async (region, host) => {
    const request = await send((options) => Mailgun({ ...options, region }), FROM);

    expect(hosts).toEqual([host]);
    expect(request).toMatchObject({
      url: '/v3/shop.example/messages',
      authorization: `Basic ${btoa(`api:${KEY}`)}`,
      type: expect.stringContaining('application/x-www-form-urlencoded') as unknown,
    });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      from: FROM,
      to: 'v@x.example',
      ...mail,
    });
  });

  it('Loops: sends the link for a template that it stores', async () => {
    const request = await send((options) => Loops({ ...options, transactionalId: 'id-1' }), FROM);

    expect(hosts).toEqual(['https://app.loops.so']);
    expect(request).toMatchObject({ url: '/api/v1/transactional', authorization: `Bearer ${KEY}` });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      transactionalId: 'id-1',
      email: 'v@x.example',
      dataVariables: { url: LINK },
    });
  });

  it('Loops: sends nothing if `transactionalId` is missing', async () => {
    await expect(send(Loops, FROM)).rejects.toThrow('transactionalId');
    expect(got).toEqual([]);
  });

  it.each([Resend, ForwardEmail, SendGrid, Postmark, Mailgun])(
    '%p: reports the status of an error, without the key or the address',
    async (factory) => {
      const error = JSON.stringify({ error: `no: ${KEY} v@x.example` });
      respond = (response) => response.writeHead(422).end(error);

      const refused = send(factory, 'hello@shop.example');

      await expect(refused).rejects.toThrow(/^[A-Z][\w ]+ responded with 422$/);
    },
  );

  it('do not follow redirects, which would send the key and the link to another host', async () => {
    respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end();

    await expect(send(Postmark, FROM)).rejects.toThrow('fetch failed');

    expect(got.map(({ url }) => url)).toEqual(['/email']);
  });

  it('abort a request that gets no response within ten seconds', async () => {
    watchWaitsOf(10_000);
    respond = runOut;

    await expect(send(Resend, FROM)).rejects.toThrow('due to timeout');
  });

  it('close the connection without reading the body of a response', async () => {
    const closed = new Promise<void>((resolve) => {
      respond = (response) => {
        response.on('close', () => resolve()).writeHead(200);
        response.write('{"and so on":');
      };
    });

    await send(Resend, FROM);

    await closed;
  });

  it('Mailgun: encodes the domain of the sender as one path segment', async () => {
    const request = await send(Mailgun, 'hello@shop.example/../other?x');

    expect(request?.url).toBe('/v3/shop.example%2F..%2Fother%3Fx/messages');
  });

  it('Nodemailer: configures the SMTP sender of the core with the given options', () => {
    expect(Nodemailer({ server: 'smtp://localhost' })).toEqual({
      id: 'nodemailer',
      name: 'Nodemailer',
      type: 'email',
      options: { server: 'smtp://localhost' },
    });
  });
});
