import type { JWK, JWTPayload } from 'jose';
import type { FakeAnswer, FakeOutcome } from './fake-answer.js';
import type { FakeClientAuthentication } from './fake-client.js';
import type { FakeTls } from './http-listener.js';
import type { RecordedRequest } from './recorded-request.js';

/** How a {@link FakeOAuthServer} starts; nothing is needed. */
export interface FakeOAuthServerOptions {
  /** What the provider calls itself; only the server's own `fetch` finds it there. @default where it listens */
  issuer?: string;
  /** @default 'client' */
  clientId?: string;
  /** @default 'a-client-secret-of-32-characters' */
  clientSecret?: string;
  /** Public keys of the client, for `private_key_jwt`. */
  clientKeys?: readonly JWK[];
  /** The only way the client may authenticate. @default any but `none` */
  clientAuthentication?: FakeClientAuthentication;
  /** Who signs in. */
  claims?: JWTPayload;
  /** Listens with TLS. */
  tls?: FakeTls;
}

/** Decides how an endpoint responds. @param honest - makes the response of an honest provider */
export type FakeResponder = (
  request: RecordedRequest,
  honest: () => Promise<FakeAnswer>,
) => FakeOutcome | Promise<FakeOutcome>;
