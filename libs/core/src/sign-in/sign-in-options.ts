import type { PlatformRequest } from '../exchange/platform-request.js';
import type { PlatformResponse } from '../exchange/platform-response.js';

/** A request and its response, of Express or Fastify. */
export interface Exchange {
  request: PlatformRequest;
  response: PlatformResponse;
}

/** Options of `signIn`. */
export interface SignInOptions extends Exchange {
  /** Id of the provider. */
  provider: string;
  /** Fields of the form; `callbackUrl` or `redirectTo` is the target after the sign-in. */
  params?: Readonly<Record<string, string>>;
}

/** Options of `signOut`. */
export interface SignOutOptions extends Exchange {
  /**
   * Whether `url` may lead to the provider, to end the session there too.
   * @default true where the provider has `logout`
   */
  federated?: boolean;
  params?: Readonly<Record<string, string>>;
}
