import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { createRequestListener } from './request-listener.js';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.js';
import type {
  IdentityProviderClient,
  IdentityProviderOptions,
} from './identity-provider-options.js';
import { listen, stopListening } from './listen.js';
import { createMemoryStore } from './memory-store.js';
import { createProviderConfiguration } from './provider-configuration.js';
import { generateSigningKeys } from './signing-keys.js';

/** A running identity provider. */
export interface IdentityProvider {
  /** Issuer identifier and origin, such as `http://127.0.0.1:4000`, without a trailing slash. */
  readonly issuer: string;
  readonly accounts: readonly DemoAccount[];
  /**
   * Registers one more application, or replaces the one with the same `client_id`: for tests whose
   * redirect URIs are known only once both servers listen.
   * @throws when oidc-provider refuses the metadata
   */
  addClient(client: IdentityProviderClient): Promise<void>;
  /** Frees the port and ends every connection; closing twice is harmless. */
  close(): Promise<void>;
}

/**
 * Starts a real OpenID provider with its own sign-in pages, for development and for tests. It keeps
 * everything in memory.
 * @throws when the port is taken or a client's metadata is refused; nothing is left running then
 * @see OpenID Connect Core 1.0; OpenID Connect Discovery 1.0
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const { accounts = DEMO_ACCOUNTS, clients, host = '127.0.0.1', port = 0 } = options;
  const { conformIdTokenClaims = false, requirePkce = true } = options;
  const keys = structuredClone(options.keys) ?? (await generateSigningKeys());
  const server = createServer();
  // The issuer names the port, so the provider can be made only once the port is taken.
  const issuer = await listen(server, { host, port });

  try {
    const store = createMemoryStore();
    const settings = { accounts, conformIdTokenClaims, keys, requirePkce, store };
    const provider = new Provider(issuer, createProviderConfiguration(settings));
    provider.on('server_error', (_ctx, error) => console.error('Demo identity provider:', error));
    server.on('request', createRequestListener({ accounts, provider }));
    const addClient = async (client: IdentityProviderClient): Promise<void> => {
      await provider.Client.validate(client);
      await store('Client').upsert(client.client_id, { ...client });
    };
    for (const client of clients) await addClient(client);

    return { accounts, addClient, close: () => stopListening(server), issuer };
  } catch (error) {
    await stopListening(server);
    throw error;
  }
}
