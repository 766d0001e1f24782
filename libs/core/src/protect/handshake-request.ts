import type { IncomingMessage } from 'node:http';
import { hostHeaderOf, type PlatformRequest } from '../exchange/platform-request.js';

/** What Node's `http` server has read; the platform has not seen it. */
type Handshake = Pick<IncomingMessage, 'headers'> &
  Partial<Pick<IncomingMessage, 'url' | 'socket'>>;

/** Each handshake has one request, since its session is stored for the request. */
const requests = new WeakMap<object, PlatformRequest>();

/**
 * Returns a request that `AuthService` reads: the request of a platform itself, or for a handshake
 * of a socket one with the host and protocol that Node received.
 */
export function readableRequest(request: object): object {
  return 'originalUrl' in request || !('headers' in request)
    ? request
    : requestOfHandshake(request as Handshake);
}

function requestOfHandshake(handshake: Handshake): PlatformRequest {
  const known = requests.get(handshake);
  if (known) return known;
  const { headers, socket, url = '/' } = handshake;
  const protocol = socket && 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = hostHeaderOf(headers) ?? '';
  const request = { method: 'GET', originalUrl: url, url, protocol, host, headers, socket };
  requests.set(handshake, request);
  return request;
}
