import type { IncomingMessage } from 'node:http';
import { hostHeaderOf, type PlatformRequest } from '../exchange/platform-request.js';

/** What Node's `http` server has read; the platform has not seen it. */
export type Handshake = Pick<IncomingMessage, 'headers'> &
  Partial<Pick<IncomingMessage, 'url' | 'socket'>>;

/** Each handshake has one request, since its session is stored for the request. */
const requests = new WeakMap<object, PlatformRequest>();

/** Turns the handshake of a socket into a request, with the host and protocol that Node received. */
export function handshakeRequest(handshake: Handshake): PlatformRequest {
  const known = requests.get(handshake);
  if (known) return known;
  const { headers, socket, url = '/' } = handshake;
  const protocol = socket && 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = hostHeaderOf(headers) ?? '';
  const request = { method: 'GET', originalUrl: url, url, protocol, host, headers, socket };
  requests.set(handshake, request);
  return request;
}
