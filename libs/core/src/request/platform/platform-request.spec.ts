import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type PlatformRequest, readableRequest } from './platform-request.js';

function handshakeOver(socket: Socket): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), {
    url: '/graphql?a=b',
    headers: { host: 'app.example', cookie: 'a=b' },
  });
}

describe('readableRequest', () => {
  it.each([
    ['http', new Socket()],
    ['https', new TLSSocket(new Socket())],
  ])('returns the protocol %s and the host that Node received', (protocol, socket) => {
    expect(readableRequest(handshakeOver(socket))).toMatchObject({
      method: 'GET',
      originalUrl: '/graphql?a=b',
      protocol,
      host: 'app.example',
      headers: { cookie: 'a=b' },
    });
  });

  it('returns the request of a platform unchanged', () => {
    const request: PlatformRequest = {
      method: 'POST',
      originalUrl: '/',
      protocol: 'https',
      host: 'app.example',
      headers: {},
    };

    expect(readableRequest(request)).toBe(request);
  });
});
