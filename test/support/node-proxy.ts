import { createServer, type IncomingMessage, request } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** A simple reverse proxy in Node: it forwards each request unchanged, including the target. */
export class NodeProxy extends LoopbackServer {
  static async before(url: string): Promise<NodeProxy> {
    const server = createServer((incoming, outgoing) => {
      const onward = onwardTo(url, incoming);
      onward?.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      });
      onward?.on('error', () => outgoing.destroy());
      if (onward) incoming.pipe(onward);
      else outgoing.writeHead(502).end();
    });
    return new NodeProxy(server).listen();
  }
}

/** @returns undefined if Node's client refuses to send a target that its parser accepted */
function onwardTo(url: string, { method, url: path, rawHeaders }: IncomingMessage) {
  const { hostname, port } = new URL(url);
  try {
    return request({ hostname, port, method, path, headers: rawHeaders, setHost: false });
  } catch {
    return undefined;
  }
}
