import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { JWK, JWTPayload } from 'jose';
import { respondHonestly } from './fake-oauth-server/honest-response.js';
import { baseOf } from './fake-oauth-server/base-of.js';
import { type FakeOutcome, sendResponse } from './fake-oauth-server/fake-answer.js';
import type {
  FakeOAuthServerOptions,
  FakeResponder,
} from './fake-oauth-server/fake-oauth-server-options.js';
import { FakeScript, type IdTokenScript } from './fake-oauth-server/fake-script.js';
import { Grants } from './fake-oauth-server/grants.js';
import { startListening, stopListening } from './fake-oauth-server/http-listener.js';
import type { ProviderState } from './fake-oauth-server/provider-state.js';
import {
  type FakeEndpoint,
  readRequest,
  type RecordedRequest,
} from './fake-oauth-server/recorded-request.js';
import { signToken } from './fake-oauth-server/sign-token.js';
import { type FakeSigningAlgorithm, SigningKeys } from './fake-oauth-server/signing-keys.js';
import { type AuthorizationAnswer, visitAuthorize } from './fake-oauth-server/visit-authorize.js';

/**
 * An OpenID provider on a local port, for tests. It conforms to the specifications until a test
 * changes it. It shows no sign-in page, checks client, code, redirect URI and PKCE, and signs its
 * ID tokens. A test may change `claims`, `refreshTokens`, `idToken`, `userinfo`, `tokens`,
 * `metadata` and `callback`.
 *
 * ```ts
 * const server = await FakeOAuthServer.start({ claims: { sub: '1', email: 'ada@example.com' } });
 * const provider = OIDC({ id: 'idp', name: 'IdP', ...server.client });
 * // in a test
 * server.answer('token', () => ({ status: 500 }));
 * ```
 */
export class FakeOAuthServer extends FakeScript {
  /** Every request so far, in order. A test may clear the list. */
  readonly requests: RecordedRequest[] = [];
  private readonly responders = new Map<FakeEndpoint, FakeResponder>();
  private readonly delays = new Map<FakeEndpoint, number>();
  private readonly state: ProviderState;

  private constructor(
    private readonly server: Server,
    private readonly origin: string,
    private readonly options: FakeOAuthServerOptions,
  ) {
    super();
    const { clientId = 'client', clientSecret = 'a-client-secret-of-32-characters' } = options;
    const { clientKeys = [], clientAuthentication: method } = options;
    this.state = {
      issuer: options.issuer ?? origin,
      client: { clientId, clientSecret, keys: clientKeys, method },
      script: this,
      grants: new Grants(),
      keys: new SigningKeys(),
      spent: new Set(),
      signingAlgorithm: 'RS256',
    };
    this.reset();
  }

  static async start(options: FakeOAuthServerOptions = {}): Promise<FakeOAuthServer> {
    const { server, origin } = await startListening(options.tls);
    const fake = new FakeOAuthServer(server, origin, options);
    server.on('request', (message, response) => void fake.serve(message, response));
    return fake;
  }

  /** The issuer identifier. */
  get issuer(): string {
    return this.state.issuer;
  }

  /** For the `fetch` option: sends requests for URLs below the issuer to this server. */
  get fetch(): typeof fetch {
    return (input, init) => {
      const url = input instanceof Request ? input.url : `${input}`;
      const base = baseOf(this.issuer);
      const isOwn = url.startsWith(`${base}/`);
      return fetch(isOwn ? this.origin + url.slice(base.length) : input, init);
    };
  }

  /** The options that an application passes to its provider. */
  get client(): { issuer: string; clientId: string; clientSecret?: string } {
    const { clientId, clientSecret, method } = this.state.client;
    const secret = method === 'none' ? {} : { clientSecret };
    return { issuer: this.issuer, clientId, ...secret };
  }

  /** Replaces the response of an endpoint until {@link reset} is called. */
  answer(endpoint: FakeEndpoint, responder: FakeResponder): void {
    this.responders.set(endpoint, responder);
  }

  /** Delays each response of an endpoint by this number of milliseconds. */
  delay(endpoint: FakeEndpoint, milliseconds: number): void {
    this.delays.set(endpoint, milliseconds);
  }

  /** Changes the signing algorithm; keys that were already used stay in the key set. */
  signWith(algorithm: FakeSigningAlgorithm): void {
    this.state.signingAlgorithm = algorithm;
  }

  /** Replaces all signing keys, and removes the old ones from the key set. */
  rotateKeys(): void {
    this.state.keys.rotate();
  }

  /** Signs claims with the current key or the given one, for example for a signed userinfo. */
  sign(claims: JWTPayload, script?: Pick<IdTokenScript, 'header' | 'key'>): Promise<string> {
    return signToken(this.state, claims, script);
  }

  /**
   * Signs a logout token, as the provider would send it.
   * @param claims - override the default claims; `undefined` removes a claim
   * @param header - overrides the default header
   */
  signLogoutToken(
    claims: JWTPayload = {},
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: this.issuer,
      aud: this.state.client.clientId,
      iat: now,
      exp: now + 120,
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    return this.sign({ ...honest, ...claims }, { header: { typ: 'logout+jwt', ...header } });
  }

  /** Returns the public key of the current key pair. */
  async publicKey(): Promise<JWK> {
    return (await this.state.keys.get(this.state.signingAlgorithm)).publicJwk;
  }

  /** Restores the default behaviour and removes the recorded requests, but keeps the keys. */
  reset(): void {
    Object.assign(this, new FakeScript());
    if (this.options.claims) this.claims = this.options.claims;
    this.state.signingAlgorithm = 'RS256';
    this.responders.clear();
    this.delays.clear();
    this.requests.length = 0;
  }

  /** Returns the requests to one endpoint. */
  requestsTo(endpoint: FakeEndpoint): RecordedRequest[] {
    return this.requests.filter((request) => request.endpoint === endpoint);
  }

  /**
   * Visits the authorization URL of an application and signs in.
   * @returns the URL of the callback, which is not visited, and its form in the mode `form_post`
   * @throws {Error} if the provider refuses the request
   */
  authorize(authorizationUrl: string): Promise<AuthorizationAnswer> {
    return visitAuthorize(authorizationUrl, this.fetch);
  }

  /**
   * Visits the end session URL of an application.
   * @returns the URL that the browser is redirected to; it is not visited
   * @throws {Error} if the provider refuses the request or returns no redirect
   */
  async endSession(endSessionUrl: string): Promise<URL> {
    return (await visitAuthorize(endSessionUrl, this.fetch)).url;
  }

  /** Stops the server and closes every connection; a second call does nothing. */
  close(): Promise<void> {
    return stopListening(this.server);
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message, this.issuer);
    this.requests.push(request);
    const delay = this.delays.get(request.endpoint);
    if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    await sendResponse(response, await this.decide(request));
  }

  private async decide(request: RecordedRequest): Promise<FakeOutcome> {
    const honest = () => respondHonestly(this.state, request);
    try {
      return await (this.responders.get(request.endpoint)?.(request, honest) ?? honest());
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : 'no error';
      return { status: 500, body: `FakeOAuthServer: ${message}` };
    }
  }
}
