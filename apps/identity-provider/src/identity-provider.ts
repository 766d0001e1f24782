import './load-oidc-provider.js';
import { createServer } from 'node:http';
import Provider, { type JWKS } from 'oidc-provider';
import { createRequestListener } from './request-listener.js';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.js';
import type {
  IdentityProviderClient,
  IdentityProviderOptions,
} from './identity-provider-options.js';
import { listen, stopListening } from './listen.js';
import { createMemoryStore } from './memory-store.js';
import { createProviderConfiguration, HOUR_SECONDS } from './provider-configuration.js';
import { generateSigningKeys } from './signing-keys.js';

/** A running identity provider. */
export interface IdentityProvider {
  /** Issuer identifier and origin, such as `http://127.0.0.1:4000`, without a trailing slash. */
  readonly issuer: string;
  readonly accounts: readonly DemoAccount[];
  /**
   * Registers another application, or replaces the one with the same `client_id`. Useful in tests
   * where the redirect URIs are known only after both servers have started.
   * @throws if oidc-provider refuses the metadata
   */
  addClient(client: IdentityProviderClient): Promise<void>;
  /** Replaces the signing keys. The old keys are removed from the key set; nothing else changes. */
  rotateKeys(): Promise<void>;
  /** Frees the port and ends every connection. Can be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts a real OpenID provider with its own sign-in pages, for development and tests. All of its
 * state is in memory.
 * @throws if the port is in use or a client's metadata is refused; then nothing is left running
 * @see OpenID Connect Core 1.0; OpenID Connect Discovery 1.0
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const { accounts = DEMO_ACCOUNTS, clients, host = '127.0.0.1', port = 0 } = options;
  const { accessTokenSeconds = HOUR_SECONDS, conformIdTokenClaims = false } = options;
  const { requirePkce = true } = options;
  const server = createServer();
  // The issuer contains the port, so the provider can be created only after the server listens.
  const issuer = await listen(server, { host, port });

  try {
    const store = createMemoryStore();
    const settings = { accessTokenSeconds, accounts, conformIdTokenClaims, requirePkce, store };
    const configuration = createProviderConfiguration(settings);
    const serve = (jwks: JWKS): Provider => {
      const provider = new Provider(issuer, { ...configuration, jwks });
      provider.on('server_error', (_ctx, error) => console.error('Demo identity provider:', error));
      server.removeAllListeners('request');
      server.on('request', createRequestListener({ accounts, provider }));
      return provider;
    };
    let provider = serve(structuredClone(options.keys) ?? (await generateSigningKeys()));
    const rotateKeys = async (): Promise<void> => {
      provider = serve(await generateSigningKeys());
    };
    const addClient = async (client: IdentityProviderClient): Promise<void> => {
      await provider.Client.validate(client);
      await store('Client').upsert(client.client_id, { ...client });
    };
    for (const client of clients) await addClient(client);

    return { accounts, addClient, close: () => stopListening(server), issuer, rotateKeys };
  } catch (error) {
    await stopListening(server);
    throw error;
  }
}
