import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** What one endpoint of the provider answers. */
export type Answers = Record<
  string,
  () => { status?: number; json: unknown } | Promise<{ status?: number; json: unknown }>
>;

/** A provider that answers what a test scripts: for faults that an honest one cannot be made to have. */
export class ScriptedProvider {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    readonly answers: Answers,
    /** Paths that were called, in order. */
    readonly calls: readonly string[],
    private readonly signingKey: CryptoKey,
  ) {}

  static async start(): Promise<ScriptedProvider> {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const answers: Answers = {};
    const calls: string[] = [];
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      calls.push(path);
      void Promise.resolve(answers[path]?.() ?? { status: 404, json: {} }).then(
        ({ status = 200, json }) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(json));
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new ScriptedProvider(server, issuer, answers, calls, privateKey);
    const jwk = { ...(await exportJWK(publicKey)), kid: 'honest', alg: 'RS256', use: 'sig' };
    answers['/.well-known/openid-configuration'] = () => ({ json: provider.metadata() });
    answers['/jwks'] = () => ({ json: { keys: [jwk] } });
    return provider;
  }

  metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  /** An ID token, honest unless another key or other claims are given. */
  idToken(
    audience: string,
    claims: JWTPayload = {},
    key: CryptoKey = this.signingKey,
  ): Promise<string> {
    return new SignJWT({ sub: 'ada', name: 'Ada', email: 'ada@example.com', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'honest' })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
  }

  /** Lets the token endpoint answer an ID token. */
  answerWith(idToken: () => Promise<string>): void {
    this.answers['/token'] = async () => ({
      json: { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: await idToken() },
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
