import type { JWK, JWTPayload } from 'jose';
import type { FakeAnswer, FakeOutcome } from './fake-answer.js';
import type { FakeClientAuthentication } from './fake-client.js';
import type { FakeTls } from './http-listener.js';
import type { RecordedRequest } from './recorded-request.js';

/** Options of a {@link FakeOAuthServer}; all are optional. */
export interface FakeOAuthServerOptions {
  /** The issuer; if given, only the server's own `fetch` reaches it. @default the local origin */
  issuer?: string;
  /** @default 'client' */
  clientId?: string;
  /** @default 'a-client-secret-of-32-characters' */
  clientSecret?: string;
  /** Public keys of the client, for `private_key_jwt`. */
  clientKeys?: readonly JWK[];
  /** The only method that the client may authenticate with. @default any but `none` */
  clientAuthentication?: FakeClientAuthentication;
  /** The claims of the user who signs in. @default those of Ada Lovelace */
  claims?: JWTPayload;
  /** Makes the server listen with TLS. */
  tls?: FakeTls;
}

/** Decides how an endpoint responds. @param honest - returns the default response */
export type FakeResponder = (
  request: RecordedRequest,
  honest: () => Promise<FakeAnswer>,
) => FakeOutcome | Promise<FakeOutcome>;
