import type { FakeClient } from './fake-client.js';
import type { FakeScript } from './fake-script.js';
import type { Grants } from './grants.js';
import type { SigningKeys } from './signing-keys.js';

/** The state that the endpoints share. */
export interface ProviderState {
  readonly issuer: string;
  readonly client: FakeClient;
  readonly script: FakeScript;
  readonly grants: Grants;
  readonly keys: SigningKeys;
  /** The `jti` of each client assertion that was used. */
  readonly spent: Set<string>;
  /** The algorithm for ID tokens and other signed claims. */
  signingAlgorithm: string;
}
