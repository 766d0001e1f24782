import type { PlatformRequest } from '../exchange/platform-request.js';
import type { PlatformResponse } from '../exchange/platform-response.js';

/** A request and its response, of Express or Fastify. */
export interface Exchange {
  request: PlatformRequest;
  response: PlatformResponse;
}

/** What `signIn` needs to know. */
export interface SignInOptions extends Exchange {
  /** Id of the provider. */
  provider: string;
  /** Fields of the form; `callbackUrl` or `redirectTo` says where to go afterwards. */
  params?: Readonly<Record<string, string>>;
}

/** What `signOut` needs to know. */
export interface SignOutOptions extends Exchange {
  /**
   * Whether `url` may lead to the provider, to end the session there too.
   * @default true where the provider has `logout`
   */
  federated?: boolean;
  params?: Readonly<Record<string, string>>;
}
