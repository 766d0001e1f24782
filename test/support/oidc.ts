import { randomUUID } from 'node:crypto';
import { OIDC, type OIDCConfig } from '@authnest/core';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
} from '../../apps/identity-provider/src/index.js';
import type { CheckedClient, TestApp } from './test-app.js';

/** A canary, which must never appear in a log or a response. */
export const CLIENT_SECRET = 'canary-client-secret-91d2c8';

/** A running provider, with which applications are registered once their ports are known. */
export class OidcProvider {
  private constructor(readonly provider: IdentityProvider) {}

  static async start(): Promise<OidcProvider> {
    return new OidcProvider(
      await startIdentityProvider({ clients: [], keys: await signingKeys() }),
    );
  }

  /** Returns the provider's configuration for an application; each id has its own client. */
  config(id: string, options: Partial<OIDCConfig> = {}): OIDCConfig {
    return OIDC({
      id,
      name: id,
      issuer: this.provider.issuer,
      clientId: `client-${id}`,
      clientSecret: CLIENT_SECRET,
      ...options,
    });
  }

  /** Registers the application's callback URLs with the provider. */
  async register(app: TestApp, ...ids: string[]): Promise<void> {
    for (const id of ids) {
      await this.provider.addClient({
        client_id: `client-${id}`,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${app.url}/auth/callback/${id}`],
      });
    }
  }

  close(): Promise<void> {
    return this.provider.close();
  }
}

/** Returns signing keys like the provider's own, but with an RSA key generated in advance. */
async function signingKeys(): Promise<{ keys: JWK[] }> {
  const keys = ['RS256', 'ES256', 'EdDSA'].map(async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig' };
  });
  return { keys: await Promise.all(keys) };
}

/** Starts at the application and signs in at the provider. @returns the path of the callback */
export async function authorize(
  browser: CheckedClient,
  id: string,
  { sub = 'ada-lovelace', callbackUrl = '/home' }: { sub?: string; callbackUrl?: string } = {},
): Promise<string> {
  const started = await browser.signIn(id, { callbackUrl });
  const callback = await signInAtProvider({ authorizationUrl: started.location ?? '', sub });
  return `${callback.pathname}${callback.search}`;
}
