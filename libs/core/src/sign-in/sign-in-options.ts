import type { PlatformRequest } from '../request/platform/platform-request.js';
import type { PlatformResponse } from '../request/platform/platform-response.js';

/** A request and its response, from Express or Fastify. */
export interface Exchange {
  request: PlatformRequest;
  response: PlatformResponse;
}

/** Options of `signIn`. */
export interface SignInOptions extends Exchange {
  /** Id of the provider. */
  provider: string;
  /** Form fields; `callbackUrl` or `redirectTo` is the URL to return to after the sign-in. */
  params?: Readonly<Record<string, string>>;
}

/** Options of `signOut`. */
export interface SignOutOptions extends Exchange {
  /**
   * Whether `url` may redirect to the provider, to end the session there too.
   * @default true if the provider has `logout`
   */
  federated?: boolean;
  params?: Readonly<Record<string, string>>;
}
