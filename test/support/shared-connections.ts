import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A complete response. */
export interface SharedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends the requests of all users over a few open connections, as a proxy does. */
export class SharedConnections {
  private readonly agent: Agent;

  /** @param width - the maximum number of connections */
  constructor(
    private readonly url: string,
    width: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: width });
  }

  /** Sends a POST request if there is a form, otherwise a GET request. */
  send(
    path: string,
    { cookie = '', form }: { cookie?: string; form?: Readonly<Record<string, string>> } = {},
  ): Promise<SharedResponse> {
    const body = form && `${new URLSearchParams(form)}`;
    const type = body === undefined ? {} : FORM;
    const options = {
      agent: this.agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...type, cookie, 'content-length': Buffer.byteLength(body ?? '') },
    };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed a connection that was idle for too long, before it read the request.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
        if (isStale) resolve(this.send(path, { cookie, form }));
        else reject(error);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
