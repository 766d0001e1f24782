import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The request that {@link sendRequest} sends. */
export interface OutgoingRequest {
  readonly method: string;
  /** Members that are undefined are left out. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** A response with its whole body. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as a string. */
  readonly text: string;
  /** The `Location` header, as sent. */
  readonly location: string | undefined;
  /** The body parsed as JSON. */
  json<T = unknown>(): T;
}

/**
 * Sends one request with exactly these headers, and does not follow redirects. It does not use
 * `fetch`, which adds headers (`Sec-Fetch-Mode`) and refuses headers that tests set (`Host`).
 */
export function sendRequest(url: URL, outgoing: OutgoingRequest): Promise<ClientResponse> {
  const { method, body } = outgoing;
  const headers = Object.fromEntries(
    Object.entries(outgoing.headers).filter(([, value]) => value !== undefined),
  );
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          location: response.headers.location,
          json: <T>() => JSON.parse(text) as T,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
