import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The endpoints of the provider; `'other'` stands for any other path. */
export type FakeEndpoint =
  'discovery' | 'authorize' | 'token' | 'revocation' | 'userinfo' | 'jwks' | 'endSession' | 'other';

/** A request as received, for assertions. */
export interface RecordedRequest {
  readonly endpoint: FakeEndpoint;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** The parameters in the query. */
  readonly query: URLSearchParams;
  /** The parameters of a form in the body. */
  readonly form: URLSearchParams;
  readonly body: string;
}

const PATHS: Readonly<Record<string, FakeEndpoint>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/authorize': 'authorize',
  '/token': 'token',
  '/revoke': 'revocation',
  '/userinfo': 'userinfo',
  '/jwks': 'jwks',
  '/end-session': 'endSession',
};

/** Reads a whole request. @param issuer - its origin becomes the origin of the recorded URL */
export async function readRequest(
  message: IncomingMessage,
  issuer: string,
): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Uint8Array));
  const body = Buffer.concat(chunks).toString('utf8');
  const { method = 'GET', headers } = message;
  const url = new URL(message.url ?? '/', issuer);
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return {
    endpoint: PATHS[url.pathname] ?? 'other',
    method,
    url,
    headers,
    query: url.searchParams,
    form: new URLSearchParams(isForm ? body : ''),
    body,
  };
}
